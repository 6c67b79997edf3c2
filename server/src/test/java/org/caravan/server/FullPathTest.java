package org.caravan.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** From an empty server to a running application and back, by REST alone. */
class FullPathTest {

    private final Client client = Server.shared().client;

    @Test
    void aModelBecomesARunningApplicationAndIsDestroyedAgain() throws Exception {
        CompletableFuture<String> done = eventWith("\"type\":\"step\"", "\"state\":\"DONE\"");
        prepare();

        JsonNode plan = client.expect(200, "POST", "applications/sock-shop/plans", null);
        assertThat(plan.path("outcome").asString()).isEqualTo("PLANNED");
        assertThat(plan.path("stepsText").asString()).contains("CREATE frontend:1@1 on pi-bergen-");
        assertThat(client.get("applications/sock-shop").path("pendingPlanId")).isEqualTo(plan.path("id"));
        assertThat(plan.path("report").path("tippingPoints").isArray()).isTrue();
        assertThat(plan.path("remarks").valueStream().map(one -> one.path("severity").asString())).doesNotContain("ERROR");
        namesWhatConflicts();
        keepsTheImagesOfAPlanThatWaits();
        answersWhatIf();

        String id = plan.path("id").asString();
        client.expect(202, "POST", "applications/sock-shop/plans/" + id + "/approval", null);
        JsonNode deployment = ended();
        assertThat(deployment.path("state").asString()).as(deployment.toString()).isEqualTo("DONE");
        assertThat(done.get(60, TimeUnit.SECONDS)).contains("\"application\":\"sock-shop\"");

        JsonNode running = client.get("applications/sock-shop");
        assertThat(running.path("state").asString()).isEqualTo("RUNNING");
        assertThat(states(running)).containsOnly("RUNNING");
        assertThat(running.path("entries").path(0).path("usersId").asString()).isEqualTo("bergen");
        assertThat(client.get("applications/sock-shop/metrics").size()).isEqualTo(running.path("instances").size());
        assertThat(client.get("applications/sock-shop/drift").path("changes").asBoolean()).isFalse();

        JsonNode again = client.expect(200, "POST", "applications/sock-shop/plans", null);
        assertThat(again.path("changes").asBoolean()).isFalse();
        assertThat(again.path("stepsText").asString()).isEmpty();

        answersWhatIfOfWhatRuns();
        advises();
        refusesThePlanOfAnotherParent(again);
        mendsWhatDriftedAndGoesBackToTheFirstPlan(id);
        refusesToLoseAHostInUse();
        destroy();
    }

    private void keepsTheImagesOfAPlanThatWaits() {
        client.put("images/sock-shop/front-end",
                "{\"kind\":\"container\",\"architecture\":\"amd64\",\"layers\":[],\"start\":[\"/bin/web\"],\"environment\":{}}");
        assertThat(client.get("images/sock-shop/front-end").path("usedBy").path(0).asString()).isEqualTo("sock-shop");
        assertThat(client.expect(409, "DELETE", "images/sock-shop/front-end", null).path("code").asString()).isEqualTo("image-in-use");
        client.expect(202, "POST", "image-prefetches", "{\"application\":\"sock-shop\"}");
    }

    private void namesWhatConflicts() {
        JsonNode answer = client.expect(200, "POST", "applications/sock-shop/what-if",
                "{\"cases\": [{\"name\": \"slow\", \"suppositions\": [\"rtt users<->edge=3s\"]}]}");
        assertThat(answer.path("text").asString()).contains("no placement of slow").contains("These cannot be kept together (proved")
                .contains("  slo fast { p95 latency of home < 2000.0 ms }");
    }

    private void answersWhatIf() {
        JsonNode answer = client.expect(200, "POST", "applications/sock-shop/what-if", """
                {"cases": [{"name": "far", "suppositions": ["rtt edge<->simula=+50ms"]}], "caseText": "abroad: pin catalogue=ohio", \
                "chart": true}""");
        assertThat(answer.path("outcomes").valueStream().map(outcome -> outcome.path("kind").asString()).toList())
                .containsExactly("OPTIMUM", "CASE", "CASE");
        assertThat(answer.path("outcomes").path(2).path("figures").path("instancesBySite").path("ohio").toString()).contains("catalogue:1");
        assertThat(answer.path("text").asString()).contains("supposed in abroad: pin catalogue=ohio").contains("home for bergen")
                .endsWith("Nothing was changed.\n");
        assertThat(answer.path("chart").asString()).contains("<svg").contains(">what if, of sock-shop</title");
        JsonNode refused = client.expect(422, "POST", "applications/sock-shop/what-if",
                "{\"caseText\": \"abroad: pin carts-db=ohio; without telenor\"}");
        assertThat(refused.path("diagnostics").valueStream().map(one -> one.path("code").asString()).toList())
                .containsExactly("pin-breaks-requirement", "unknown-site");
        assertThat(client.expect(422, "POST", "applications/sock-shop/what-if", "{\"cases\": [{\"name\": \"now\"}]}").path("code")
                .asString())
                .isEqualTo("unfit-case-name");
    }

    private void answersWhatIfOfWhatRuns() {
        JsonNode answer = client.expect(200, "POST", "applications/sock-shop/what-if",
                "{\"cases\": [{\"name\": \"what if\", \"suppositions\": [\"rtt bergen<->users=+400ms\"]}]}");
        assertThat(answer.path("outcomes").valueStream().map(outcome -> outcome.path("kind").asString()).toList())
                .containsExactly("NOW", "OPTIMUM", "STAY", "CASE");
        assertThat(answer.path("outcomes").path(1).path("figures").path("moves").asInt()).isZero();
        assertThat(answer.path("outcomes").path(2).path("figures").path("meanMillis").asDouble())
                .isGreaterThan(400 + answer.path("outcomes").path(0).path("figures").path("meanMillis").asDouble());
        assertThat(client.get("applications/sock-shop").path("pendingPlanId").asString("")).isEmpty();
    }

    private void advises() {
        JsonNode advice = client.expect(200, "POST", "applications/sock-shop/advice",
                "{\"cacheHits\": 0.5, \"most\": 4, \"plannings\": 1}");
        assertThat(advice.path("basis").asString()).isEqualTo("DEPLOYED");
        assertThat(advice.path("advised").size()).isEqualTo(4);
        JsonNode first = advice.path("advised").path(0);
        assertThat(first.path("savedMillisPerSecond").asDouble()).isPositive();
        assertThat(first.path("evidence").path(0).path("path").asString()).contains("->");
        assertThat(advice.path("advised").valueStream().filter(one -> one.path("replanned").asBoolean()).count()).isEqualTo(1);
        assertThat(advice.path("text").asString()).contains(first.path("written").asString().split(" -> ")[0]).contains("as deployed");
        for (String order : List.of("{\"cacheHits\": 0}", "{\"most\": 51}", "{\"plannings\": 7}")) {
            assertThat(client.expect(422, "POST", "applications/sock-shop/advice", order).path("code").asString())
                    .isEqualTo("advice-out-of-range");
        }
        assertThat(client.get("applications/sock-shop").path("pendingPlanId").asString("")).isEmpty();
    }

    private void prepare() {
        client.put("infrastructure", Server.files("sites.caravan"));
        client.put("applications/sock-shop/model", Server.files("shop.caravan"));
        assertThat(client.get("nodes").path("unobserved")).isEmpty();
        String run = client.expect(202, "POST", "probes", "{\"scope\":\"standard\"}").path("probeRunId").asString();
        JsonNode probes = client.await("probes/" + run, answer -> !answer.path("state").asString().equals("RUNNING"));
        assertThat(probes.path("state").asString()).as(probes.toString()).isEqualTo("DONE");
        assertThat(probes.path("faults")).isEmpty();
        assertThat(client.get("network").valueStream()
                        .map(path -> path.path("idleRtt").path("origin").asString()).toList())
                .contains("MEASURED", "ESTIMATED");
    }

    /** The plan for a changed model is overtaken by approving the one before it. */
    private void refusesThePlanOfAnotherParent(JsonNode unchanged) {
        String changed = Server.text("shop.caravan").replace("memory 96 MiB", "memory 128 MiB");
        client.put("applications/sock-shop/model", org.caravan.json.Json.write(
                Map.of("files", Map.of("shop.caravan", changed))));
        String overtaken = client.expect(200, "POST", "applications/sock-shop/plans", null).path("id").asString();
        client.expect(202, "POST", "applications/sock-shop/plans/" + unchanged.path("id").asString() + "/approval", null);
        assertThat(ended().path("state").asString()).isEqualTo("DONE");
        JsonNode problem = client.expect(409, "POST", "applications/sock-shop/plans/" + overtaken + "/approval", null);
        assertThat(problem.path("code").asString()).isEqualTo("outdated-plan");
        assertThat(problem.path("suggestion").asString()).isNotEmpty();
    }

    /** What a plan changes, going back changes again; what a crash changed, repair mends. */
    private void mendsWhatDriftedAndGoesBackToTheFirstPlan(String firstPlanId) {
        JsonNode changed = client.expect(200, "POST", "applications/sock-shop/plans", null);
        assertThat(changed.path("changes").asBoolean()).isTrue();
        client.expect(202, "POST", "applications/sock-shop/plans/" + changed.path("id").asString() + "/approval", null);
        assertThat(ended().path("state").asString()).isEqualTo("DONE");

        JsonNode back = client.expect(200, "POST", "applications/sock-shop/rollback", "{\"to\":\"1\"}");
        assertThat(back.path("diffText").asString()).contains("± instance frontend:1").contains("1 to replace");
        assertThat(back.path("stepsText").asString()).contains("CREATE frontend:1@");
        assertThat(client.get("applications/sock-shop").path("pendingPlanId")).isEqualTo(back.path("id"));
        client.expect(202, "POST", "applications/sock-shop/plans/" + back.path("id").asString() + "/approval", null);
        JsonNode deployment = ended();
        assertThat(deployment.path("state").asString()).as(deployment.toString()).isEqualTo("DONE");
        assertThat(deployment.path("onFailure").asString()).isEqualTo("hold");
        List<String> followed = client.get("applications/sock-shop/targets").valueStream()
                .map(target -> target.path("generation").asInt() + " " + target.path("state").asString()).toList();
        assertThat(followed).startsWith(back.path("generation").asInt() + " DONE").endsWith("1 DONE");
        assertThat(client.get("applications/sock-shop/targets").path(followed.size() - 1).path("planId").asString()).isEqualTo(firstPlanId);
        assertThat(client.expect(200, "POST", "applications/sock-shop/rollback", "{}").path("changes").asBoolean()).isTrue();
        JsonNode unknown = client.expect(404, "POST", "applications/sock-shop/rollback", "{\"to\":\"99\"}");
        assertThat(unknown.path("code").asString()).isEqualTo("unknown-plan");

        client.expect(202, "POST", "applications/sock-shop/repair", null);
        assertThat(ended().path("state").asString()).isEqualTo("DONE");
        assertThat(client.get("applications/sock-shop/drift").path("dataAtRisk")).isEmpty();
        assertThat(client.get("orphans").path("orphans")).isEmpty();
    }

    private void refusesToLoseAHostInUse() {
        String smaller = Server.text("sites.caravan").replace("simula-1", "simula-2");
        JsonNode problem = client.expect(422, "PUT", "infrastructure", org.caravan.json.Json.write(
                Map.of("files", Map.of("sites.caravan", smaller))));
        assertThat(problem.path("diagnostics").path(0).path("code").asString()).isEqualTo("host-in-use");
    }

    private void destroy() {
        client.expect(202, "DELETE", "applications/sock-shop", null);
        assertThat(ended().path("state").asString()).isEqualTo("DONE");
        JsonNode gone = client.get("applications/sock-shop");
        assertThat(gone.path("state").asString()).isEqualTo("DESTROYED");
        assertThat(gone.path("instances")).isEmpty();
        assertThat(client.get("applications/sock-shop/drift").path("changes").asBoolean()).isFalse();
    }

    private JsonNode ended() {
        return client.await("applications/sock-shop/deployments/latest",
                deployment -> !deployment.path("state").asString().equals("RUNNING"));
    }

    private static List<String> states(JsonNode application) {
        return application.path("instances").valueStream().map(one -> one.path("state").asString()).collect(Collectors.toList());
    }

    /** The first event that holds all these texts. */
    private CompletableFuture<String> eventWith(String... texts) {
        var request = client.request("events", "GET", null).header("Authorization", "Bearer " + client.token);
        Stream<String> lines = client.send(request, BodyHandlers.ofLines()).body();
        return CompletableFuture.supplyAsync(() -> lines
                .filter(line -> Stream.of(texts).allMatch(line::contains))
                .findFirst()
                .orElseThrow());
    }
}
