package org.caravan.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.caravan.cli.Main;
import org.caravan.dsl.CaravanLanguage;
import org.caravan.execution.journal.RunStore;
import org.caravan.json.Json;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** What one {@code caravan deploy} of the relay example costs: parses, plannings, looks at hosts, reads of the journal. */
class OnePassTest {

    private static final Path INFRASTRUCTURE = Path.of("../examples/testbed/nornet.caravan");
    private static final Path MODEL = Path.of("../examples/relay/relay.caravan");
    /** Reads of the journal that a round of a run, or a preview of steps, needs. */
    private static final Set<String> OF_ROUNDS = Set.of("targets", "entries", "unconfirmed", "unsettled", "footprint", "roundState");

    private static final Map<String, AtomicLong> READS = new ConcurrentHashMap<>();

    @TempDir
    Path data;

    /** Counts the calls of the journal by name. */
    @Configuration
    static class CountedJournal {

        @Bean
        static BeanPostProcessor countedJournal() {
            return new BeanPostProcessor() {
                @Override
                public Object postProcessAfterInitialization(Object bean, String name) {
                    return bean instanceof RunStore store ? counted(store) : bean;
                }
            };
        }

        private static RunStore counted(RunStore store) {
            return (RunStore) Proxy.newProxyInstance(RunStore.class.getClassLoader(), new Class<?>[] {RunStore.class},
                    (proxy, method, arguments) -> {
                READS.computeIfAbsent(method.getName(), call -> new AtomicLong()).incrementAndGet();
                try {
                    return method.invoke(store, arguments);
                } catch (InvocationTargetException fault) {
                    throw fault.getCause();
                }
            });
        }
    }

    @Test
    void aDeploymentIsOnePass() throws IOException {
        try (Server server = Server.start(data, CountedJournal.class)) {
            Client client = server.client;
            client.put("infrastructure", Json.write(Map.of("files", Map.of("nornet.caravan", Files.readString(INFRASTRUCTURE)))));
            String run = client.expect(202, "POST", "probes", "{\"scope\":\"standard\"}").path("probeRunId").asString();
            client.await("probes/" + run, answer -> answer.path("state").asString().equals("DONE"));
            READS.clear();
            Map<String, Long> before = counts(server);

            int code = Main.run("deploy", "--auto-approve", "--json", "--server", client.base.toString(), "--token-file",
                    data.resolve("token").toString(), INFRASTRUCTURE.toString(), MODEL.toString());

            assertThat(code).isZero();
            server.modelsTaken();
            Map<String, Long> counts = new LinkedHashMap<>();
            counts(server).forEach((what, count) -> counts.put(what, count - before.getOrDefault(what, 0L)));
            counts.put("plannings", (long) client.get("plannings?application=relay").size());
            System.out.println("one deploy of relay: " + counts + ", journal: " + new TreeMap<>(READS));
            assertThat(counts.get("parses")).as("parses").isEqualTo(1);
            assertThat(counts.get("plannings")).as("plannings").isEqualTo(1);
            assertThat(READS).as("one read of the journal per round")
                    .doesNotContainKeys("entries", "unconfirmed", "unsettled", "footprint");
        }
    }

    private static Map<String, Long> counts(Server server) {
        MeterRegistry meters = server.bean(MeterRegistry.class);
        Map<String, Long> counts = new LinkedHashMap<>();
        counts.put("parses", CaravanLanguage.parses());
        for (String call : new String[] {"inspect", "observe"}) {
            counts.put(call, meters.find("caravan.call").tag("call", call).timers().stream().mapToLong(Timer::count).sum());
        }
        counts.put("journal reads of rounds", OF_ROUNDS.stream().mapToLong(name -> READS.getOrDefault(name, new AtomicLong()).get()).sum());
        return counts;
    }
}
