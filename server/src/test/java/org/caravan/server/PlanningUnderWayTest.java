package org.caravan.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.caravan.json.Json;
import org.caravan.plan.planner.OngoingPlanning;
import org.caravan.plan.planner.Planner;
import org.caravan.plan.planner.PlanningOutcome;
import org.caravan.plan.planner.PlanningProgress;
import org.caravan.problem.PlacementProblem;
import org.caravan.solver.OptaPlannerPlanner;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Primary;
import tools.jackson.databind.JsonNode;

/** A planning that is under way while its ground changes plans on the new ground. */
class PlanningUnderWayTest {

    /** The real planner; only that its search waits until it was told of a change. */
    static final class Waiting implements Planner {

        private final Planner real = new OptaPlannerPlanner();
        private volatile boolean waits;
        private volatile CountDownLatch begun = new CountDownLatch(1);
        private volatile CountDownLatch told = new CountDownLatch(1);

        void next() {
            begun = new CountDownLatch(1);
            told = new CountDownLatch(1);
            waits = true;
        }

        @Override
        public PlanningOutcome plan(PlacementProblem problem) {
            return real.plan(problem);
        }

        @Override
        public OngoingPlanning begin(PlacementProblem problem) {
            OngoingPlanning ongoing = real.begin(problem);
            return new OngoingPlanning() {
                @Override
                public void changed(PlacementProblem newer) {
                    ongoing.changed(newer);
                    told.countDown();
                }

                @Override
                public PlanningOutcome outcome() {
                    begun.countDown();
                    if (waits) {
                        await(told);
                    }
                    return ongoing.outcome();
                }

                @Override
                public void cancel() {
                    ongoing.cancel();
                }

                @Override
                public PlanningProgress progress() {
                    return ongoing.progress();
                }

                @Override
                public PlacementProblem problem() {
                    return ongoing.problem();
                }
            };
        }

        private static boolean await(CountDownLatch latch) {
            try {
                return latch.await(100, TimeUnit.SECONDS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return false;
            }
        }
    }

    /** Not annotated: it must not be found by servers of other tests. */
    static class WaitingPlanner {

        @Bean
        @Primary
        Waiting waiting() {
            return new Waiting();
        }
    }

    @Test
    void itHearsOfAHostThatIsThereNoMoreAndOfNewMeasurements(@TempDir Path data) throws Exception {
        try (Server server = Server.start(data, WaitingPlanner.class)) {
            Client client = server.client;
            Waiting planner = server.bean(Waiting.class);
            client.put("infrastructure", Server.files("sites.caravan"));
            client.put("applications/sock-shop/model", Server.files("shop.caravan"));
            measured(client);
            assertThat(hosts(plan(client))).contains("pi-bergen-1");

            planner.next();
            CompletableFuture<JsonNode> shrunk = CompletableFuture.supplyAsync(() -> plan(client));
            assertThat(planner.begun.await(60, TimeUnit.SECONDS)).isTrue();
            client.put("infrastructure", Json.write(Map.of("files", Map.of("sites.caravan",
                    Server.text("sites.caravan").replace("host pi-bergen-1 of raspberry-pi-3 at \"198.18.255.12\"", "")))));
            assertThat(hosts(shrunk.get(120, TimeUnit.SECONDS))).contains("pi-bergen-2").doesNotContain("pi-bergen-1");

            planner.next();
            CompletableFuture<JsonNode> measuredAnew = CompletableFuture.supplyAsync(() -> plan(client));
            assertThat(planner.begun.await(60, TimeUnit.SECONDS)).isTrue();
            measured(client);
            assertThat(planner.told.await(60, TimeUnit.SECONDS)).as("told of the network").isTrue();
            assertThat(measuredAnew.get(120, TimeUnit.SECONDS).path("outcome").asString()).isEqualTo("PLANNED");
        }
    }

    private static void measured(Client client) {
        String run = client.expect(202, "POST", "probes", "{\"scope\":\"standard\"}").path("probeRunId").asString();
        client.await("probes/" + run, answer -> !answer.path("state").asString().equals("RUNNING"));
    }

    private static JsonNode plan(Client client) {
        return client.expect(200, "POST", "applications/sock-shop/plans", null);
    }

    private static List<String> hosts(JsonNode plan) {
        return plan.path("placement").path("instances").valueStream().map(one -> one.path("hostId").asString()).toList();
    }
}
