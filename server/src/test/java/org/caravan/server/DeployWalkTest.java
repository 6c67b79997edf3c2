package org.caravan.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.caravan.json.Json;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.TestWatcher;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/**
 * The requests of {@code caravan deploy}, one at this server and the next at the other, while what both share is slow, restarts or is
 * damaged: each answer is the one that is documented. Two server processes, PostgreSQL and ActiveMQ. A sample; {@code ./caravan bench
 * walks} does 200.
 */
@Tag("servers")
@ExtendWith(DeployWalkTest.Logs.class)
class DeployWalkTest {

    private static final int WALKS = Integer.getInteger("walks", 15);
    /** Fewer in the sample: they take all processors from the suites beside this one. */
    private static final int BUSY_WALKS = Integer.getInteger("walks", 6) / 2;
    private static final int BURNERS = 2;
    private static final Duration BURN = Duration.ofMinutes(3);
    private static final Duration LIMIT = Duration.ofMinutes(3);
    /** Fewer requests than a token may send in a second, also where a deployment takes long. */
    private static final Duration PAUSE = Duration.ofMillis(30);
    private static final List<String> UNDER_WAY = List.of("RUNNING", "UNDOING");

    @TempDir
    static Path folder;

    private static Pair pair;

    /** Never the same twice, whatever the test: a model that was handed over before changes nothing. */
    private static int version;

    /** What the servers wrote is the only trace of a fault that comes once in many runs. */
    static final class Logs implements TestWatcher {

        @Override
        public void testFailed(ExtensionContext context, Throwable cause) {
            Optional.ofNullable(pair).ifPresent(two -> two.keepLogs("DeployWalkTest-" + context.getDisplayName().replaceAll("\\W", "")));
        }
    }

    @BeforeAll
    static void begin() throws IOException {
        pair = new Pair(folder);
        Client client = pair.member("b").client();
        client.put("infrastructure", Server.files("sites.caravan"));
        String run = client.expect(202, "POST", "probes", "{\"scope\":\"idle\"}").path("probeRunId").asString();
        pair.member("a").client().await("probes/" + run, probes -> probes.path("state").asString().equals("DONE"));
    }

    @AfterAll
    static void end() {
        pair.close();
    }

    @Test
    void everyRequestOfADeploymentMayGoToTheOtherServer() {
        for (int walk = 0; walk < WALKS / 2; walk++) {
            walk("walk-" + walk % 5, walk);
        }
    }

    @Test
    void alsoWhileOtherProgramsWantTheProcessors() throws IOException {
        List<Process> burners = new ArrayList<>();
        try {
            for (int burner = 0; burner < BURNERS; burner++) {
                burners.add(new ProcessBuilder("timeout", Long.toString(BURN.toSeconds()), "nice", "-n", "1", "sh", "-c",
                        "while :; do :; done").start());
            }
            for (int walk = 0; walk < BUSY_WALKS; walk++) {
                walk("walk-" + walk % 5, walk);
            }
        } finally {
            burners.forEach(burner -> burner.descendants().forEach(ProcessHandle::destroyForcibly));
            burners.forEach(Process::destroyForcibly);
        }
    }

    /**
     * As the disk of a busy machine makes it: it stands still for longer than a send waits for its answer. What was asked for meanwhile is
     * done once it goes on.
     */
    @Test
    void aBrokerThatStandsStillCostsNoMoreThanTime() throws Exception {
        Client client = pair.member("a").client();
        String application = "applications/stall";
        version++;
        client.put(application + "/model", model("stall"));
        String plan = client.expect(200, "POST", application + "/plans", "{}").path("id").asString();
        version++;
        pair.signalBroker("STOP");
        try {
            CompletableFuture<JsonNode> approved = CompletableFuture.supplyAsync(() ->
                    client.expect(202, "POST", application + "/plans/" + plan + "/approval", "{}"));
            CompletableFuture<JsonNode> accepted = CompletableFuture.supplyAsync(() -> pair.member("b").client()
                    .put("applications/stalled/model", model("stalled")));
            CompletableFuture<JsonNode> planning = accepted.thenApply(model -> pair.member("b").client()
                    .expect(202, "POST", "applications/stalled/plannings", "{}"));
            long stopped = System.nanoTime();
            await("longer than a send waits").until(() -> System.nanoTime() - stopped > Duration.ofSeconds(8).toNanos());
            pair.signalBroker("CONT");
            String deployment = approved.join().path("deploymentId").asString();
            JsonNode done = client.await(application + "/deployments/" + deployment,
                    found -> !UNDER_WAY.contains(found.path("state").asString()));
            assertThat(done.path("state").asString()).as(done.toString()).isEqualTo("DONE");
            assertThat(client.get(application + "/deployments")).hasSize(1);
            String id = planning.join().path("id").asString();
            JsonNode planned = pair.member("b").client().await("plannings/" + id,
                    found -> !List.of("WAITING", "RUNNING").contains(found.path("state").asString()));
            assertThat(planned.path("state").asString()).as(planned.toString()).isEqualTo("DONE");
        } finally {
            pair.signalBroker("CONT");
        }
    }

    private String model(String name) {
        return Json.write(Map.of("files", Map.of("app.caravan", Churn.model(name, version))));
    }

    /** A server that starts looks at the tables of the journal, and makes what guards them. */
    @Test
    void aServerThatStartsDisturbsNoDeployment() throws Exception {
        AtomicBoolean over = new AtomicBoolean();
        Pair.Member leader = pair.member(leader());
        String follower = pair.other(leader).name();
        CompletableFuture<Void> restarts = CompletableFuture.runAsync(() -> {
            try {
                for (int restart = 0; restart < 3; restart++) {
                    pair.kill(pair.member(follower));
                    pair.start(follower);
                }
            } catch (IOException | InterruptedException e) {
                throw new IllegalStateException(e);
            } finally {
                over.set(true);
            }
        });
        List<Client> only = List.of(leader.client(), leader.client());
        int walks = 0;
        try {
            while (!over.get()) {
                walk("restart-" + walks % 3, walks++, only);
            }
        } finally {
            restarts.join(); // also after a failure, or the next test meets a server that is just killed
        }
        assertThat(walks).isPositive();
    }

    /**
     * Written by another client of the database: a record that cannot be read affects the application that it belongs to, at both servers,
     * and no other.
     */
    @Test
    void aForeignRowInTheSharedDatabaseAffectsItsApplicationOnly() throws Exception {
        walk("foreign", 0);
        walk("sound", 1);
        for (String damage : List.of("update plan set plan = '{\"x\": 1}', answer = 'TELEPORT' where application = 'foreign'",
                "update model set files = repeat('x', 100000), accepted_at = 'never' where application = 'foreign'",
                "insert into plan (application, id, outcome, generation, plan, answer, made_at) values ('no-such', 'id', E'\\x1b[2J', -1, "
                        + "'null', '[]', '')")) {
            pair.change(damage);
        }
        for (Pair.Member member : pair.members()) {
            Client client = member.client();
            HttpResponse<String> damaged = client.send(client.request("applications/foreign/plans/latest", "GET", null)
                    .header("Authorization", "Bearer " + client.token));
            assertThat(damaged.statusCode()).isEqualTo(500);
            assertThat(Json.mapper().readTree(damaged.body()).path("code").asString()).isEqualTo("record-unreadable");
            assertThat(client.get("applications").findValuesAsString("name")).contains("sound");
            assertThat(client.get("applications/sound").path("state").asString()).isEqualTo("RUNNING");
        }
        walk("sound", 2);
        walk("sound", 3);
        // A new model and a new plan take the place of those.
        walk("foreign", 4);
    }

    private static String leader() {
        await("a leader").until(() -> !pair.leader().isEmpty());
        return pair.leader();
    }

    private void walk(String name, int turn) {
        Client a = pair.member("a").client();
        Client b = pair.member("b").client();
        walk(name, turn, turn % 2 == 0 ? List.of(a, b) : List.of(b, a));
    }

    private void walk(String name, int turn, List<Client> clients) {
        Client one = clients.get(0);
        Client other = clients.get(1);
        String application = "applications/" + name;
        version++;
        other.put(application + "/model", model(name));
        // A planning is known where it was asked for; its plan everywhere.
        String planning = one.expect(202, "POST", application + "/plannings", "{}").path("id").asString();
        JsonNode planned = one.await("plannings/" + planning, found -> !List.of("WAITING", "RUNNING")
                .contains(found.path("state").asString()));
        assertThat(planned.path("state").asString()).as(planned.toString()).isEqualTo("DONE");
        String plan = other.get(application + "/plans/" + planned.path("planId").asString()).path("id").asString();
        String deployment = other.expect(202, "POST", application + "/plans/" + plan + "/approval", "{}").path("deploymentId").asString();
        AtomicInteger looks = new AtomicInteger();
        JsonNode ended = await(deployment).atMost(LIMIT).pollInterval(PAUSE).until(() -> {
            Client asked = clients.get(looks.getAndIncrement() % 2);
            asked.get("image-transfers");
            return asked.get(application + "/deployments/" + deployment);
        }, found -> !UNDER_WAY.contains(found.path("state").asString()));
        assertThat(ended.path("state").asString()).as("walk %d: %s", turn, ended).isEqualTo("DONE");
        assertThat(ended.path("steps").valueStream().map(step -> step.path("state").asString()))
                .as("the steps of one that is done: " + ended)
                .isNotEmpty().containsOnly("DONE");
    }
}
