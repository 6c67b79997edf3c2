package org.caravan.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.caravan.json.Json;
import org.caravan.measure.metric.Metric;
import org.caravan.measure.metric.Reading;
import org.caravan.measure.metric.ReadingStore;
import org.caravan.server.planning.Targets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Rules of a model scale it: readings of its copies arrive, replicas grow and shrink within bounds, autonomy and limits. */
class ModelRulesTest {

    private static final List<String> QUICK = List.of("--caravan.rules.every=1s", "--caravan.rules.scale-out-cool-down=0s",
            "--caravan.rules.scale-in-cool-down=0s", "--caravan.rules.stabilisation=0s", "--caravan.adaptation.cool-down=0s",
            "--caravan.metrics.every=1h");

    private static final String MODEL = """
            application shop {
              component web {
                replicas 1..3  capacity 50 requests/s
                form container { image "web"  cpu 0.2  memory 96 MiB }
                provides http on 80
                requires back.http
              }
              component back { form container { image "back"  cpu 0.2  memory 96 MiB }  provides http on 81 }
              metric load { sensor cpu of web }
              constraint calm { load < 95 % }
              rule busy { when load > 80 %  for 2 s  then scale out web by 2  pause 2 s }
              rule alarm { when load > 95 %  for 1 s  then notify "http://127.0.0.1:%d/alarm?a=b", run "flush --all" in web  pause 1 h }
              rule idle { when load < 20 %  for 2 s  then scale in web }
            }
            """;

    @TempDir
    Path data;

    private Client client;
    private ReadingStore readings;
    private Targets targets;
    private volatile double load = 0.5;
    private final MessageReceiver receiver = new MessageReceiver();

    private String model() {
        return MODEL.replace("%d", String.valueOf(receiver.port()));
    }

    @Test
    void replicasFollowTheLoadWithinBoundsAutonomyAndLimits() throws Exception {
        ScheduledExecutorService sensors = Executors.newSingleThreadScheduledExecutor();
        List<String> settings = new ArrayList<>(QUICK);
        settings.add("--caravan.messages.origins=http://127.0.0.1:" + receiver.port());
        receiver.keyIn(data.resolve("credentials"));
        try (receiver; Server server = Server.start(data, settings)) {
            client = server.client;
            readings = server.bean(ReadingStore.class);
            targets = server.bean(Targets.class);
            deploy();
            sensors.scheduleAtFixedRate(this::measureOrLater, 0, 500, TimeUnit.MILLISECONDS);
            itScalesOutAndSaysWhy();
            atTheBoundNothingHappens();
            aMessageIsSentAndACommandRuns();
            aProposalLapsesWithItsCondition();
            itScalesInStepByStep();
            aModelThatIsRefusedLeavesTheRulesRunning();
            rulesOfAModelActOnlyOnceItIsApproved();
        } finally {
            sensors.shutdownNow();
        }
    }

    private void deploy() {
        client.put("infrastructure", Server.files("sites.caravan"));
        String run = client.expect(202, "POST", "probes", "{\"scope\":\"standard\"}").path("probeRunId").asString();
        client.await("probes/" + run, answer -> answer.path("state").asString().equals("DONE"));
        client.put("applications/shop/model", Json.write(Map.of("files", Map.of("shop.caravan", model()))));
        String plan = client.expect(200, "POST", "applications/shop/plans", null).path("id").asString();
        client.expect(202, "POST", "applications/shop/plans/" + plan + "/approval", null);
        awaitReplicas(1);
        client.await("applications/shop/deployments/latest", answer -> answer.path("state").asString().equals("DONE"));
    }

    private void itScalesOutAndSaysWhy() {
        List<String> before = copies("back");
        load = 0.9;
        awaitReplicas(3);
        JsonNode decision = decision("DONE");
        assertThat(decision.path("cause").asString()).startsWith("Rule busy: load > 80 % holds since ");
        assertThat(decision.path("subjects").toString()).isEqualTo("[\"busy\",\"web\"]");
        assertThat(decision.path("figures").valueStream().map(figure -> figure.path("name").asString()))
                .containsExactly("load", "bound of load", "held", "threshold", "replicas of web");
        assertThat(decision.path("figures").path(0).path("value").asDouble()).isEqualTo(0.9);
        JsonNode action = decision.path("action");
        assertThat(action.path("kind").asString()).isEqualTo("scale-out");
        assertThat(action.path("approvedBy").asString()).isEqualTo("rule busy");
        assertThat(action.path("starts").asInt()).isEqualTo(2);
        assertThat(action.path("moves").asInt() + action.path("stops").asInt()).as("all others stay").isZero();
        assertThat(copies("back")).isEqualTo(before);
    }

    private void atTheBoundNothingHappens() {
        JsonNode held = decision("HELD");
        assertThat(held.path("action").path("limit").asString()).isEqualTo("replica-bounds");
        assertThat(held.path("outcome").asString()).isEqualTo("It does nothing: web has 3 replicas; the model allows 1 to 3.");
        load = 0.99;
        JsonNode violated = client.await("decisions?rule=constraint-violated", found -> !found.isEmpty()).path(0);
        assertThat(violated.path("cause").asString()).startsWith("Constraint calm does not hold since ");
    }

    /** The first answer of the receiver is an error, so the message is sent again. */
    private void aMessageIsSentAndACommandRuns() {
        JsonNode sent = client.await("decisions?rule=model-rule", found -> found.valueStream().anyMatch(one -> is(one, "notify", "DONE")
                )).valueStream().filter(one -> is(one, "notify", "DONE")).findFirst().orElseThrow();
        assertThat(sent.path("outcome").asString()).isEqualTo("Done, by attempt 2: send a message to 127.0.0.1.");
        JsonNode message = receiver.message();
        assertThat(message.path("application").asString()).isEqualTo("shop");
        assertThat(message.path("rule").asString()).isEqualTo("alarm");
        assertThat(message.path("decision").asLong()).isEqualTo(sent.path("number").asLong());
        assertThat(message.path("cause").asString()).startsWith("Rule alarm: load > 95 % holds since ");
        assertThat(message.path("figures").path(0).path("value").asDouble()).isEqualTo(0.99);
        JsonNode ran = client.await("decisions?rule=model-rule", found -> found.valueStream().anyMatch(one -> is(one, "run", "DONE")))
                .valueStream().filter(one -> is(one, "run", "DONE")).findFirst().orElseThrow();
        assertThat(ran.path("outcome").asString()).isEqualTo("Done, by attempt 1: run flush in web.");
    }

    private static boolean is(JsonNode decision, String kind, String state) {
        return decision.path("action").path("kind").asString().equals(kind) && in(decision, state);
    }

    private void aProposalLapsesWithItsCondition() {
        client.put("applications/shop/autonomy/scale-in", "{\"autonomy\":\"propose\"}");
        load = 0.1;
        JsonNode proposed = decision("PROPOSED");
        assertThat(proposed.path("outcome").asString()).contains("web from 3 to 2 replicas", "caravan deploy shop --plan ");
        load = 0.5;
        JsonNode lapsed = client.await("decisions?rule=model-rule", found -> found.valueStream()
                .filter(one -> one.path("number").equals(proposed.path("number")))
                .anyMatch(one -> one.path("action").path("state").asString().equals("LAPSED")));
        assertThat(lapsed.isEmpty()).isFalse();
        assertThat(copies("web")).hasSize(3);
        client.put("applications/shop/autonomy/scale-in", "{\"autonomy\":\"automatic\"}");
    }

    private void itScalesInStepByStep() {
        load = 0.1;
        awaitReplicas(2);
        load = 0.5;
        client.await("applications/shop/deployments/latest", answer -> answer.path("state").asString().equals("DONE"));
        JsonNode plan = client.expect(200, "POST", "applications/shop/plans", null);
        assertThat(plan.path("placement").path("instances").valueStream().filter(one -> one.path("instance").asString()
                .startsWith("web:"))).as("a plan of a person keeps the number").hasSize(2);
    }

    private void aModelThatIsRefusedLeavesTheRulesRunning() {
        String wrong = model().replace("load < 20 %", "lod < 20 %");
        JsonNode refused = client.expect(422, "PUT", "applications/shop/model", Json.write(Map.of("files", Map.of("shop.caravan", wrong))));
        assertThat(refused.toString()).contains("lod").contains("\"line\":13");
        load = 0.1;
        awaitReplicas(1);
    }

    /** Version, components and submitter are the same: only a rule is new. */
    private void rulesOfAModelActOnlyOnceItIsApproved() {
        client.await("applications/shop/deployments/latest", answer -> answer.path("state").asString().equals("DONE"));
        load = 0.5;
        String changed = model().replace("rule idle", "rule quick { when load > 10 %  for 1 s  then run \"touch x\" in web  pause 1 h }\n  rule idle");
        client.put("applications/shop/model", Json.write(Map.of("files", Map.of("shop.caravan", changed))));
        load = 0.9;
        JsonNode held = client.await("decisions?rule=model-rule", found -> found.valueStream().anyMatch(one -> isHeld(one,
                "unapproved-model")));
        assertThat(held.valueStream().map(one -> one.path("cause").asString()))
                .as("the approved rules are evaluated, the new one is not").noneMatch(cause -> cause.startsWith("Rule quick"));
        assertThat(copies("web")).as("a plan would use the new model").hasSize(1);
        JsonNode plan = client.expect(200, "POST", "applications/shop/plans", null);
        assertThat(plan.path("changes").asBoolean()).isTrue();
        assertThat(plan.path("remarks").toString()).contains("model-only");
        client.expect(202, "POST", "applications/shop/plans/" + plan.path("id").asString() + "/approval", null);
        client.await("decisions?rule=model-rule", found -> found.valueStream().anyMatch(one -> is(one, "run", "DONE")
                && one.path("cause").asString().startsWith("Rule quick")));
        awaitReplicas(3);
    }

    private static boolean isHeld(JsonNode decision, String limit) {
        return in(decision, "HELD") && decision.path("action").path("limit").asString().equals(limit);
    }

    /** An executor ends a task that fails; where the database of a loaded machine is busy, the next reading counts. */
    private void measureOrLater() {
        try {
            measure();
        } catch (RuntimeException busy) {
            System.out.println("no reading: " + busy);
        }
    }

    /** Each copy of the component uses its share of the 200 thousandths of a core that are reserved for it. */
    private void measure() {
        Instant now = Instant.now();
        List<Reading> all = targets.target("shop").stream().flatMap(plan -> plan.instances().stream())
                .filter(placed -> placed.instance().componentId().equals("web"))
                .map(placed -> new Reading(placed.hostId(), placed.copy("shop").label(), Metric.CPU, load * 200, now)).toList();
        readings.appendOnce(UUID.randomUUID().toString(), all);
    }

    private JsonNode decision(String state) {
        JsonNode found = client.await("decisions?rule=model-rule", all -> all.valueStream().anyMatch(one -> in(one, state)));
        return found.valueStream().filter(one -> in(one, state)).findFirst().orElseThrow();
    }

    private static boolean in(JsonNode decision, String state) {
        return decision.path("action").path("state").asString().equals(state);
    }

    private void awaitReplicas(int number) {
        client.await("applications/shop", answer -> answer.path("instances").valueStream()
                .filter(one -> one.path("instance").asString().startsWith("web:"))
                .filter(one -> one.path("state").asString().equals("RUNNING")).count() == number);
    }

    private List<String> copies(String component) {
        return client.get("applications/shop").path("instances").valueStream()
                .filter(one -> one.path("instance").asString().startsWith(component + ":"))
                .map(one -> one.path("instance").asString() + "@" + one.path("hostId").asString()).sorted().toList();
    }
}
