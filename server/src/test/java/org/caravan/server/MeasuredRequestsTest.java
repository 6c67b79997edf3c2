package org.caravan.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.micrometer.core.instrument.MeterRegistry;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.caravan.api.application.PredictionView;
import org.caravan.json.Json;
import org.caravan.measure.metric.RequestStore;
import org.caravan.measure.metric.RouterObservation;
import org.caravan.plan.DeploymentPlan;
import org.caravan.server.adaptation.PredictionLimit;
import org.caravan.server.metrics.Predictions;
import org.caravan.server.planning.Targets;
import org.caravan.server.prediction.PredictionStore;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.scheduling.annotation.ScheduledAnnotationBeanPostProcessor;
import org.springframework.scheduling.config.ScheduledTask;
import tools.jackson.databind.JsonNode;

/** What a plan predicts beside what a router counted, for users by router and by DNS, for recognised requests and others. */
class MeasuredRequestsTest {

    private static final String MODEL = Server.text("shop.caravan")
            .replace("mix home 70 %, order 30 % }", "mix home 70 %, order 30 %  entry by router }")
            .replace("request home {", "request home {\n    when GET \"/\"");

    @Test
    void thePredictionStandsBesideTheMeasurement(@TempDir Path data) throws Exception {
        try (Server server = Server.start(data)) {
            Client client = server.client;
            client.put("infrastructure", Server.files("sites.caravan"));
            client.put("applications/sock-shop/model", Json.write(Map.of("files", Map.of("shop.caravan", MODEL))));
            String run = client.expect(202, "POST", "probes", "{\"scope\":\"standard\"}").path("probeRunId").asString();
            client.await("probes/" + run, answer -> answer.path("state").asString().equals("DONE"));
            assertThat(client.get("applications/sock-shop/requests")).isEmpty();
            client.expect(200, "POST", "applications/sock-shop/plans", null);
            client.expect(202, "POST", "applications/sock-shop/plans/latest/approval", null);
            client.await("applications/sock-shop/deployments/latest", answer -> answer.path("state").asString().equals("DONE"));

            assertThat(states(client.get("applications/sock-shop/requests"))).containsExactly(
                    "bergen home NO_REQUESTS", "bergen order NOT_RECOGNISED", "haikou home NO_ROUTER");
            assertThat(client.get("applications/sock-shop/requests").valueStream().map(one -> one.path("lookUpsPerMinute").asDouble(-1)))
                    .as("DNS queries only of users without a router").containsExactly(-1.0, -1.0, 0.0);

            // 95 answers of 20.0 to 20.7 ms, 5 of 204.8 to 211.1 ms, and one that failed.
            RouterObservation seen = new RouterObservation("sock-shop", "sock-shop.frontend-router-bergen.1.1", "bergen", "1",
                    Instant.now(),
                    new TreeMap<>(Map.of("home", "101/1/200:95,2048:5", "", "3/0/10:3")));
            server.bean(RequestStore.class).take(List.of(seen));
            server.bean(RequestStore.class).take(List.of(seen));

            JsonNode home = client.get("applications/sock-shop/requests").get(0);
            assertThat(home.path("state").asString()).isEqualTo("MEASURED");
            assertThat(home.path("count").asInt()).isEqualTo(101);
            assertThat(home.path("failed").asInt()).isEqualTo(1);
            double entry = home.path("entryMillis").asDouble();
            assertThat(home.path("medianMillis").asDouble() - entry).isCloseTo(20.2, within(0.001));
            assertThat(home.path("p99Millis").asDouble() - entry).isCloseTo(208, within(0.001));
            assertThat(home.path("medianRatio").asDouble())
                    .isCloseTo(home.path("medianMillis").asDouble() / home.path("predictedP50Millis").asDouble(), within(1e-9));
            assertThat(home.path("predictedP50Millis").asDouble()).isPositive()
                    .isLessThanOrEqualTo(home.path("predictedMeanMillis").asDouble());
            predictions(server, client);
        }
    }

    /** The parts add up to the predicted mean; what is measured is kept when the plan is no longer the target. */
    private static void predictions(Server server, Client client) {
        JsonNode home = client.get("applications/sock-shop/predictions").get(0);
        JsonNode parts = home.path("parts");
        assertThat(home.path("inForce").asBoolean()).isTrue();
        assertThat(home.has("trend")).as("too early").isFalse();
        assertThat(parts.path("roundTripsMillis").asDouble() + parts.path("transferMillis").asDouble()
                + parts.path("queueingMillis").asDouble(0) + parts.path("serviceMillis").asDouble(0))
                .isCloseTo(home.path("request").path("predictedMeanMillis").asDouble(), within(0.001));
        assertThat(parts.has("serviceMillis")).isFalse();

        assertThat(home.path("request").path("count").asInt()).isEqualTo(101);
        server.bean(Predictions.class).keep("sock-shop");
        assertThat(client.get("applications/sock-shop/predictions?all=true").size()).isEqualTo(3);
        metrics(server, home.path("request"));
        missed(server, client);
        client.expect(202, "DELETE", "applications/sock-shop", null);
        client.await("applications/sock-shop/deployments/latest", answer -> answer.path("state").asString().equals("DONE"));
        assertThat(client.get("applications/sock-shop/predictions")).isEmpty();
        JsonNode earlier = client.get("applications/sock-shop/predictions?all=true");
        assertThat(earlier.size()).as("only what was measured").isEqualTo(1);
        assertThat(earlier.get(0).path("inForce").asBoolean()).isFalse();
        assertThat(earlier.get(0).path("planId")).isEqualTo(home.path("planId"));
    }

    /** Prometheus series of a kept prediction, renewed at once instead of within a minute. */
    private static void metrics(Server server, JsonNode request) {
        server.bean(ScheduledAnnotationBeanPostProcessor.class).getScheduledTasks().stream().map(ScheduledTask::getTask)
                .filter(task -> task.toString().contains("PredictionMeters.renew")).findFirst().orElseThrow().getRunnable().run();
        Map.of("latency.mean", "predictedMeanMillis", "latency.median", "predictedP50Millis", "latency.p95", "predictedP95Millis")
                .forEach((name, field) -> assertThat(server.bean(MeterRegistry.class).get("caravan.prediction." + name)
                        .tags("application", "sock-shop", "users", "bergen", "request", "home").gauge().value()).as(name)
                        .isCloseTo(request.path(field).asDouble() / 1000, within(1e-9)));
    }

    /** A prediction that misses the limit makes the server propose, once per plan: an owner can set it again. */
    private static void missed(Server server, Client client) {
        PredictionStore store = server.bean(PredictionStore.class);
        DeploymentPlan plan = server.bean(Targets.class).target("sock-shop").orElseThrow();
        PredictionView kept = store.of("sock-shop", plan.digest()).get(0);
        store.keep("sock-shop", List.of(new PredictionView(kept.planId(), true, kept.request().since().plusSeconds(1_800), kept.parts(),
                kept.trend(), kept.recentMedianMillis(), kept.request())), Instant.now());
        PredictionLimit limit = server.bean(PredictionLimit.class);
        limit.check(plan, 1_000);
        assertThat(replan(client)).isEqualTo("automatic");
        limit.check(plan, 0.001);
        assertThat(replan(client)).isEqualTo("propose");
        client.await("decisions", decisions -> decisions.toString().contains("prediction-missed"));
        client.expect(200, "PUT", "applications/sock-shop/autonomy/replan", "{\"autonomy\":\"automatic\"}");
        limit.check(plan, 0.001);
        assertThat(replan(client)).isEqualTo("automatic");
    }

    private static String replan(Client client) {
        return client.get("applications/sock-shop/adaptation").path("actions").valueStream()
                .filter(action -> action.path("kind").asString().equals("replan")).findFirst().orElseThrow().path("autonomy").asString();
    }

    private static List<String> states(JsonNode requests) {
        return requests.valueStream().map(one -> one.path("usersId").asString() + " " + one.path("requestId").asString() + " "
                + one.path("state").asString()).toList();
    }
}
