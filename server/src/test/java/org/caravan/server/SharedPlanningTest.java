package org.caravan.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.caravan.server.Collector.Told;
import org.caravan.server.PlanningCancelTest.Endless;
import org.caravan.server.PlanningCancelTest.EndlessPlanner;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Two servers of this process that share a PostgreSQL and an ActiveMQ: what one is asked for, the other may make. Plannings go on for
 * hours.
 */
@Tag("long")
class SharedPlanningTest {

    private static final String PLANNINGS = "caravan.plan-requested";

    @TempDir
    Path folder;

    @Test
    void aPlanningStopsAndIsTracedWhereverItIsMade() throws Exception {
        try (SharedServers servers = new SharedServers(folder); Server a = servers.start("a", EndlessPlanner.class); Server b =
                servers.start("b", EndlessPlanner.class)) {
            Stream.of(a, b).forEach(server -> server.bean(Endless.class).endless = true);
            Client client = a.client;
            client.put("infrastructure", Server.files("sites.caravan"));
            client.put("applications/sock-shop/model", PlanningCancelTest.manyPlacements());
            servers.modelsTaken();
            String run = client.expect(202, "POST", "probes", "{\"scope\":\"idle\"}").path("probeRunId").asString();
            client.await("probes/" + run, answer -> answer.path("state").asString().equals("DONE"));
            healthOpensNoConnections(client, servers);

            List<String> asked = Stream.of("1", "2", "3")
                    .map(any -> client.expect(202, "POST", "applications/sock-shop/plannings", null).path("id").asString()).toList();
            client.await("plannings", all -> all.valueStream().anyMatch(one -> one.path("state").asString().equals("RUNNING")));
            oneEachAndTheThirdWaitsForEither(servers);
            asked.forEach(id -> client.expect(202, "DELETE", "plannings/" + id, null));
            client.await("plannings", all -> all.valueStream().allMatch(one -> one.path("state").asString().equals("CANCELLED")));
            // What the other server did may be told before what it was asked by.
            Told elsewhere = servers.collector.await(span -> span.server().equals("b")
                    && servers.collector.path(span).equals(TracesTest.PLANNING_ASKED_FOR));
            assertThat(elsewhere.attributes()).containsEntry("caravan.outcome", "CANCELLED")
                    .containsEntry("caravan.application", "sock-shop");
            assertThat(asked).contains(elsewhere.attribute("caravan.planning"));
            assertThat(servers.collector.told().filter(span -> span.trace().equals(elsewhere.trace())
                    && span.parent().isEmpty()).map(Told::server)).as("asked at").containsExactly("a");
            client.await("plannings", all -> cancelled(a) + cancelled(b) == asked.size());
        }
    }

    /** A server that is given a second one in advance would keep it from the other while it is busy itself. */
    private static void oneEachAndTheThirdWaitsForEither(SharedServers servers) throws Exception {
        await("each to have one, and no more").during(Duration.ofMillis(500)).until(() -> servers.broker.given(PLANNINGS) == 2);
        assertThat(servers.broker.unacknowledged(PLANNINGS)).isEqualTo(3);
    }

    private static long cancelled(Server server) {
        Timer timer = server.bean(MeterRegistry.class).find("caravan.planning").tag("outcome", "cancelled").timer();
        return timer == null ? 0 : timer.count();
    }

    /** A broker elsewhere logs the end of each. */
    private static void healthOpensNoConnections(Client client, SharedServers servers) {
        String first = client.await("health", answer -> answer.hasNonNull("lookedAt")).path("lookedAt").asString();
        long opened = servers.broker.connections();
        assertThat(client.await("health", answer -> !answer.path("lookedAt").asString().equals(first)).path("status").asString())
                .isEqualTo("UP");
        assertThat(servers.broker.connections()).isEqualTo(opened);
    }
}
