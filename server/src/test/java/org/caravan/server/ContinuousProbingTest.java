package org.caravan.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.caravan.json.Json;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import tools.jackson.databind.JsonNode;

/** A budget shown before it is spent, and probing that nobody asks for. */
class ContinuousProbingTest {

    private static final String SHOP = """
            application shop {
              component web {
                form container { image "web"  cpu 0.2  memory 96 MiB }
                provides http on 80
              }
              require web at simula
              users bergen { at users-bergen via BKK ipv4  rate 1 requests/s  mix home 100 % }
              request home { users -> web  turns 3  bytes 8 KiB }
              slo fast { p95 latency of home < 300 ms }
            }
            """;

    @TempDir
    Path data;

    @Test
    @Tag("long")
    void aServerThatIsToldToProbesWithoutBeingAsked() throws IOException {
        try (Server server = Server.start(data, List.of("--caravan.probing.every=30s", "--caravan.probing.budget=20MB"))) {
            Client client = server.client;
            client.put("infrastructure", Server.files("sites.caravan"));

            JsonNode run = client.await("network", network -> network.valueStream().anyMatch(ContinuousProbingTest::flowed));

            assertThat(run.valueStream().map(path -> path.path("idleRtt").path("origin").asString()).toList()).contains("MEASURED");
            assertThat(client.get("probes/latest").path("id").asString()).startsWith("standing-");
            assertThat(client.get("network/silent")).isEmpty();

            aPathThatBecomesWorseIsConfirmedByARunOfItsOwn(client);
            aPersonDoesNotWaitForAStandingRun(client);
        }
    }

    @Test
    @Tag("long")
    void idleMeasurementsRunWithoutFlowsAndAgentsIfOnlyTheyAreConfigured() throws IOException {
        try (Server server = Server.start(data, List.of("--caravan.probing.idle-every=10s"))) {
            Client client = server.client;
            client.put("infrastructure", Server.files("sites.caravan"));

            client.await("network", network -> network.valueStream().filter(path -> path.path("idleRtt").path("origin").asString()
                    .equals("MEASURED")).count() > 10);

            JsonNode run = client.await("probes", runs -> runs.valueStream().anyMatch(one -> one.path("state").asString().equals("DONE")))
                    .valueStream().reduce((newer, older) -> older).orElseThrow();
            assertThat(run.path("id").asString()).startsWith("standing-idle-");
            assertThat(run.path("scope").asString()).isEqualTo("idle");
            assertThat(client.get("network").valueStream()).noneMatch(ContinuousProbingTest::flowed);
            assertThat(client.get("lookouts")).isEmpty();
            JsonNode probes = client.get("network/probes");
            assertThat(probes.path("periodSeconds").asInt()).isEqualTo(10);
            assertThat(probes.has("off")).isFalse();
            assertThat(probes.path("links")).isNotEmpty().allSatisfy(link -> {
                assertThat(link.path("paths").asInt()).isPositive();
                assertThat(link.path("plannedBytes").asLong()).isPositive().isLessThan(link.path("budgetBytes").asLong());
                assertThat(link.path("sentBytes").asLong()).as("simulated probes send nothing").isZero();
                assertThat(link.path("last").asString()).isLessThan(link.path("next").asString());
                assertThat(link.path("skipped")).isEmpty();
            });
        }
    }

    /** Not by another run of all paths, which takes as long as a period does. */
    private void aPathThatBecomesWorseIsConfirmedByARunOfItsOwn(Client client) throws IOException {
        client.put("applications/shop/model", Json.write(Map.of("files", Map.of("shop.caravan", SHOP))));
        String plan = client.expect(200, "POST", "applications/shop/plans", null).path("id").asString();
        client.expect(202, "POST", "applications/shop/plans/" + plan + "/approval", null);
        client.await("applications/shop/deployments/latest", answer -> answer.path("state").asString().equals("DONE"));

        // A run under way would see the change in some of its paths only.
        client.await("probes/latest", run -> run.path("state").asString().equals("DONE"));
        Files.write(data.resolve("simulated-lines.txt"), List.of("simula 400"));

        JsonNode decided = client.await("decisions?rule=path-worse", found -> !found.isEmpty()).path(0);
        String path = decided.path("subjects").path(0).asString();
        assertThat(client.get("probes").valueStream().map(run -> run.path("flows").path("paths").valueStream().map(JsonNode::asString)
                .toList()).filter(paths -> !paths.isEmpty())).containsExactly(List.of(path));
        assertThat(client.get("network").valueStream().filter(one -> (one.path("from").asString() + one.path("to").asString())
                .contains("simula.")
                && one.path("idleRtt").path("origin").asString().equals("MEASURED"))
                        .map(one -> one.path("idleRtt").path("mean").asDouble()))
                .as("other paths have the run before, not a mean of several").hasSizeGreaterThan(10).allMatch(mean -> mean > 400);
    }

    private void aPersonDoesNotWaitForAStandingRun(Client client) {
        JsonNode newest = client.await("probes/latest", run -> run.path("state").asString().equals("DONE"));
        String running = newest.toString().replace(newest.path("id").asString(), "standing-long").replace("\"DONE\"", "\"RUNNING\"");
        JdbcClient.create(new DriverManagerDataSource("jdbc:sqlite:" + data.resolve("server.db")))
                .sql("insert into probe_run (id, scope, repetitions, state, answer, asked_at) "
                        + "values ('standing-long', 'idle', 1, 'RUNNING', ?, ?)")
                .params(running, newest.path("askedAt").asString()).update();

        String run = client.expect(202, "POST", "probes", "{\"scope\":\"idle\"}").path("probeRunId").asString();
        client.await("probes/" + run, answer -> answer.path("state").asString().equals("DONE"));
    }

    @Test
    void aBudgetSaysWhatItAffordsAndRefusesNone() {
        Client client = Server.shared().client;
        client.put("infrastructure", Server.files("sites.caravan"));
        String run = client.expect(202, "POST", "probes", "{\"scope\":\"standard\"}").path("probeRunId").asString();
        client.await("probes/" + run, answer -> answer.path("state").asString().equals("DONE"));

        JsonNode affordable = client.get("probes/affordable?budgetBytes=20000000");

        assertThat(affordable.path("budgetBytes").asLong()).isEqualTo(20_000_000);
        assertThat(affordable.path("flows")).isNotEmpty();
        affordable.path("flows").forEach(flow -> assertThat(flow.path("expectedBytes").asLong()).isLessThanOrEqualTo(20_000_000));
        assertThat(affordable.path("unaffordable")).as("fibre lines are wider than 40 Mbit/s").isNotEmpty();
        assertThat(client.expect(422, "POST", "probes", "{\"budgetBytes\":0}").path("code").asString()).isEqualTo("bad-budget");
        assertThat(client.expect(422, "GET", "network?window=soon", null).path("code").asString()).isEqualTo("bad-window");
        assertThat(client.get("network?window=1h")).isNotEmpty();
        assertThat(client.get("network").valueStream().anyMatch(path -> path.path("jitter").path("mean").asDouble() > 0)).isTrue();
    }

    @Test
    void aChartOfSitesThatAreNotThereSaysSo() {
        Client client = Server.shared().client;
        client.put("infrastructure", Server.files("sites.caravan"));

        assertThat(client.expect(404, "GET", "network/chart?from=nowhere&to=simula", null).path("code").asString())
                .isEqualTo("unknown-site");
        assertThat(client.expect(422, "GET", "network/chart?from=hainan&to=simula&quantity=luck", null).path("code").asString())
                .isEqualTo("unknown-quantity");
    }

    private static boolean flowed(JsonNode path) {
        return path.path("throughput").path("origin").asString().equals("MEASURED");
    }
}
