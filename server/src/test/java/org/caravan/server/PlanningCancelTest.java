package org.caravan.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.caravan.json.Json;
import org.caravan.plan.planner.OngoingPlanning;
import org.caravan.plan.planner.Planner;
import org.caravan.plan.planner.PlanningOutcome;
import org.caravan.problem.PlacementProblem;
import org.caravan.problem.PlanningPolicy;
import org.caravan.solver.OptaPlannerPlanner;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Primary;
import tools.jackson.databind.JsonNode;

/** A planning that would go on for hours is watched and cancelled; nothing of it is adopted, and the next one has its turn. */
class PlanningCancelTest {

    /** The real planner, which may be told to search without an end. */
    static final class Endless implements Planner {

        private final Planner real = new OptaPlannerPlanner();
        volatile boolean endless;

        @Override
        public PlanningOutcome plan(PlacementProblem problem) {
            return real.plan(problem);
        }

        @Override
        public OngoingPlanning begin(PlacementProblem problem) {
            return real.begin(endless ? problem.withPolicy(new PlanningPolicy(1, Integer.MAX_VALUE, problem.policy().moveCostCents()))
                    : problem);
        }
    }

    /** Not annotated: it must not be found by servers of other tests. */
    static class EndlessPlanner {

        @Bean
        @Primary
        Endless endless() {
            return new Endless();
        }
    }

    /** Request for the shop with more placements than are enumerated, so that the endless planner searches. */
    static String manyPlacements() {
        String text = Server.text("shop.caravan");
        for (String component : List.of("catalogue", "carts", "orders")) {
            text = text.replace("component " + component + " {", "component " + component + " {\n    replicas 3");
        }
        return Json.write(Map.of("files", Map.of("shop.caravan", text)));
    }

    @Test
    void itIsWatchedCancelledAndAdoptedByNobody(@TempDir Path data) throws Exception {
        try (Server server = Server.start(data, EndlessPlanner.class)) {
            Client client = server.client;
            client.put("infrastructure", Server.files("sites.caravan"));
            client.put("applications/sock-shop/model", manyPlacements());
            server.modelsTaken();
            String run = client.expect(202, "POST", "probes", "{\"scope\":\"standard\"}").path("probeRunId").asString();
            client.await("probes/" + run, answer -> !answer.path("state").asString().equals("RUNNING"));

            server.bean(Endless.class).endless = true;
            String id = client.expect(202, "POST", "applications/sock-shop/plannings", null).path("id").asString();
            JsonNode searching = client.await("plannings/" + id, answer -> answer.path("stage").asString().equals("searches")
                    && answer.path("tried").asLong() > 1_000);
            assertThat(searching.path("points").asLong(-1)).isPositive();
            CompletableFuture<JsonNode> waiting = CompletableFuture.supplyAsync(() -> client.expect(409, "POST",
                    "applications/sock-shop/plans", "{\"without\":[\"pi-bergen-1\"]}"));
            JsonNode next = client.await("plannings", all -> all.size() == 2).path(0);
            assertThat(next.path("state").asString()).isEqualTo("WAITING");

            client.expect(202, "DELETE", "plannings/" + next.path("id").asString(), null);
            client.expect(202, "DELETE", "plannings/" + id, null);
            assertThat(client.await("plannings/" + id, answer -> answer.path("state").asString().equals("CANCELLED")).hasNonNull("planId"))
                    .isFalse();
            assertThat(waiting.get(60, TimeUnit.SECONDS).path("code").asString()).isEqualTo("planning-cancelled");
            assertThat(client.expect(409, "DELETE", "plannings/" + id, null).path("code").asString()).isEqualTo("planning-ended");
            assertThat(client.get("applications/sock-shop/plans")).isEmpty();

            server.bean(Endless.class).endless = false;
            String again = client.expect(202, "POST", "applications/sock-shop/plannings", null).path("id").asString();
            JsonNode made = client.await("plannings/" + again, answer -> answer.path("state").asString().equals("DONE"));
            assertThat(client.get("applications/sock-shop/plans/latest").path("id")).isEqualTo(made.path("planId"));
            assertThat(made.path("bound").asLong(-1)).isBetween(0L, made.path("points").asLong());
        }
    }
}
