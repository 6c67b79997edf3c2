package org.caravan.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.apache.activemq.broker.BrokerService;
import org.caravan.server.Collector.Told;
import org.caravan.testing.postgres.Postgres;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.postgresql.ds.PGSimpleDataSource;

/** Two servers of this process that share a PostgreSQL and an ActiveMQ: what one is asked for, the other may make. Plannings go on for hours. */
class SharedPlanningTest {

    @TempDir
    Path folder;

    private final PGSimpleDataSource database = Postgres.shared().database();
    private BrokerService broker;
    private Collector collector;

    @BeforeEach
    void begin() throws Exception {
        broker = new BrokerService();
        broker.setBrokerName("shared-planning");
        broker.setPersistent(false);
        broker.setUseJmx(false);
        broker.setAdvisorySupport(false);
        broker.addConnector("tcp://127.0.0.1:0");
        broker.start();
        broker.waitUntilStarted();
        collector = new Collector();
    }

    @AfterEach
    void end() throws Exception {
        collector.close();
        broker.stop();
    }

    private Server server(String name) throws Exception {
        Path shared = folder.resolve("shared");
        Server server = Server.start(folder.resolve(name), List.of("--caravan.name=" + name, "--caravan.shared=" + shared, Server.inPostgres(shared, database),
                "--caravan.broker.url=" + broker.getTransportConnectors().get(0).getPublishableConnectString(), collector.argument()), PlanningCancelTest.EndlessPlanner.class);
        server.bean(PlanningCancelTest.Endless.class).endless = true;
        return server;
    }

    @Test
    void aPlanningStopsAndIsTracedWhereverItIsMade() throws Exception {
        try (Server a = server("a"); Server b = server("b")) {
            Client client = a.client;
            client.put("infrastructure", Server.files("sites.caravan"));
            client.put("applications/sock-shop/model", Server.files("shop.caravan"));
            String run = client.expect(202, "POST", "probes", "{\"scope\":\"idle\"}").path("probeRunId").asString();
            client.await("probes/" + run, answer -> answer.path("state").asString().equals("DONE"));
            healthOpensNoConnections(client);

            List<String> asked = Stream.of("1", "2", "3").map(any -> client.expect(202, "POST", "applications/sock-shop/plannings", null).path("id").asString()).toList();
            client.await("plannings", all -> all.valueStream().anyMatch(one -> one.path("state").asString().equals("RUNNING")));
            asked.forEach(id -> client.expect(202, "DELETE", "plannings/" + id, null));
            client.await("plannings", all -> all.valueStream().allMatch(one -> one.path("state").asString().equals("CANCELLED")));
            // What the other server did may be told before what it was asked by.
            Told elsewhere = collector.await(span -> span.server().equals("b") && collector.path(span).equals(TracesTest.PLANNING_ASKED_FOR));
            assertThat(elsewhere.attributes()).containsEntry("caravan.outcome", "CANCELLED").containsEntry("caravan.application", "sock-shop");
            assertThat(asked).contains(elsewhere.attribute("caravan.planning"));
            assertThat(collector.told().filter(span -> span.trace().equals(elsewhere.trace()) && span.parent().isEmpty()).map(Told::server)).as("asked at").containsExactly("a");
            client.await("plannings", all -> cancelled(a) + cancelled(b) == asked.size());
        }
    }

    private static long cancelled(Server server) {
        Timer timer = server.bean(MeterRegistry.class).find("caravan.planning").tag("outcome", "cancelled").timer();
        return timer == null ? 0 : timer.count();
    }

    /** A broker elsewhere logs the end of each. */
    private void healthOpensNoConnections(Client client) {
        String first = client.await("health", answer -> answer.hasNonNull("lookedAt")).path("lookedAt").asString();
        long opened = broker.getTotalConnections();
        assertThat(client.await("health", answer -> !answer.path("lookedAt").asString().equals(first)).path("status").asString()).isEqualTo("UP");
        assertThat(broker.getTotalConnections()).isEqualTo(opened);
    }
}
