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
import org.awaitility.Awaitility;
import org.caravan.json.Json;
import org.caravan.measure.metric.Metric;
import org.caravan.measure.metric.Reading;
import org.caravan.measure.metric.ReadingStore;
import org.caravan.server.planning.Targets;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Rules of a model scale it: readings of its copies arrive, replicas grow and shrink within bounds, autonomy and limits. */
@Tag("long")
class ModelRulesTest {

    private static final List<String> QUICK = List.of("--caravan.rules.every=1s", "--caravan.rules.scale-out-cool-down=0s",
            "--caravan.rules.scale-in-cool-down=0s", "--caravan.rules.stabilisation=0s", "--caravan.rules.restart-cool-down=0s",
            "--caravan.adaptation.unavailable-at-once=5", "--caravan.adaptation.costs.every=1s", "--caravan.adaptation.budget=1000",
            "--caravan.adaptation.cool-down=0s",
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
              metric strain { sensor memory of back }
              constraint calm { load < 95 % }
              rule busy { when load > 80 %  for 2 s  then scale out web by 2  pause 2 s }
              rule alarm { when load > 95 %  for 1 s  pause 1 h
                then notify "http://127.0.0.1:%d/alarm?a=b", notify "mailto:ops@example.org", run "flush --all" in web }
              rule sick { when strain > 50 MiB  at least 2 times in 1 min  then restart back  pause 1 h }
              rule idle { when load < 20 %  for 2 s  then scale in web }
            }
            """;

    @TempDir
    Path data;

    private Client client;
    private ReadingStore readings;
    private Targets targets;
    private volatile double load = 0.5;
    /** Memory of the component back, in MiB; a negative one goes up and down. */
    private volatile double memory = 10;
    private volatile int measured;
    private final MessageReceiver receiver = new MessageReceiver();
    private final MailReceiver mails = new MailReceiver();

    private String model() {
        return MODEL.replace("%d", String.valueOf(receiver.port()));
    }

    @Test
    void replicasFollowTheLoadWithinBoundsAutonomyAndLimits() throws Exception {
        ScheduledExecutorService sensors = Executors.newSingleThreadScheduledExecutor();
        List<String> settings = new ArrayList<>(QUICK);
        settings.add("--caravan.messages.origins=http://127.0.0.1:" + receiver.port());
        settings.addAll(List.of("--caravan.messages.mail.server=127.0.0.1:" + mails.port(), "--caravan.messages.mail.security=none",
                "--caravan.messages.mail.from=caravan@example.org", "--caravan.messages.mail.recipients=@example.org"));
        receiver.keyIn(data.resolve("credentials"));
        try (receiver; mails; Server server = Server.start(data, settings)) {
            client = server.client;
            readings = server.bean(ReadingStore.class);
            targets = server.bean(Targets.class);
            deploy();
            sensors.scheduleAtFixedRate(this::measureOrLater, 0, 500, TimeUnit.MILLISECONDS);
            itScalesOutAndSaysWhy();
            atTheBoundNothingHappens();
            aMessageIsSentAndACommandRuns();
            aCopyIsRestartedBesideTheOldOne();
            aProposalLapsesWithItsCondition();
            itScalesInStepByStep();
            aModelThatIsRefusedLeavesTheRulesRunning();
            rulesOfAModelActOnlyOnceItIsApproved();
            aRiseOfPricesIsNoticed();
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
                .containsExactly("load", "bound of load", "held", "threshold", "replicas of web", "planned after", "deployment begun after",
                        "copies ready after", "deployment ended after");
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

    private static boolean messageSent(JsonNode decision) {
        return is(decision, "notify", "DONE") && decision.path("outcome").asString().endsWith("send a message to 127.0.0.1.");
    }

    /** The first answer of the receiver is an error, so the message is sent again. */
    private void aMessageIsSentAndACommandRuns() {
        JsonNode sent = client.await("decisions?rule=model-rule", found -> found.valueStream().anyMatch(ModelRulesTest::messageSent))
                .valueStream().filter(ModelRulesTest::messageSent).findFirst().orElseThrow();
        assertThat(sent.path("outcome").asString()).isEqualTo("Done, by attempt 2: send a message to 127.0.0.1.");
        JsonNode message = receiver.message();
        assertThat(message.path("application").asString()).isEqualTo("shop");
        assertThat(message.path("rule").asString()).isEqualTo("alarm");
        assertThat(message.path("decision").asLong()).isEqualTo(sent.path("number").asLong());
        assertThat(message.path("cause").asString()).startsWith("Rule alarm: load > 95 % holds since ");
        assertThat(message.path("figures").path(0).path("value").asDouble()).isEqualTo(0.99);
        client.await("decisions?rule=model-rule", found -> found.valueStream().anyMatch(one -> one.path("outcome").asString()
                .equals("Done, by attempt 1: send an e-mail to ops@example.org.")));
        assertThat(mails.mails()).hasSize(1).first().asString().contains("Subject: Caravan: rule alarm of shop\n",
                "\nRule alarm: load > 95 % holds since ", "\nload: 0.99\n");
        JsonNode ran = client.await("decisions?rule=model-rule", found -> found.valueStream().anyMatch(one -> is(one, "run", "DONE")))
                .valueStream().filter(one -> is(one, "run", "DONE")).findFirst().orElseThrow();
        assertThat(ran.path("outcome").asString()).isEqualTo("Done, by attempt 1: run flush in web.");
    }

    private static boolean is(JsonNode decision, String kind, String state) {
        return decision.path("action").path("kind").asString().equals(kind) && in(decision, state);
    }

    private void aCopyIsRestartedBesideTheOldOne() {
        List<String> before = copies("back");
        long generation = generation();
        memory = -60;
        JsonNode restarted = client.await("decisions?rule=model-rule", found -> found.valueStream().anyMatch(one -> is(one, "restart",
                "DONE"))).valueStream().filter(one -> is(one, "restart", "DONE")).findFirst().orElseThrow();
        memory = 10;
        assertThat(restarted.path("cause").asString()).startsWith("Rule sick: strain > 50 MiB began to hold at least 2 times since ");
        assertThat(restarted.path("action").path("diffText").asString()).contains("back:1");
        assertThat(restarted.path("action").path("starts").asInt()).isEqualTo(1);
        assertThat(restarted.path("action").path("stops").asInt()).isEqualTo(1);
        assertThat(restarted.path("action").path("moves").asInt()).isZero();
        assertThat(copies("back")).as("on its host").isEqualTo(before);
        assertThat(generation()).isGreaterThan(generation);
    }

    private long generation() {
        return targets.target("shop").orElseThrow().instances().stream()
                .filter(placed -> placed.instance().componentId().equals("back")).findFirst().orElseThrow().generation();
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

    /** A rule without a pause is due again only if an evaluation saw that its condition did not hold in between. */
    private void awaitReadings() {
        int before = measured;
        Awaitility.await().until(() -> measured >= before + 8);
    }

    private void aModelThatIsRefusedLeavesTheRulesRunning() {
        String wrong = model().replace("load < 20 %", "lod < 20 %");
        JsonNode refused = client.expect(422, "PUT", "applications/shop/model", Json.write(Map.of("files", Map.of("shop.caravan", wrong))));
        assertThat(refused.toString()).contains("lod").contains("\"line\":16");
        awaitReadings();
        load = 0.1;
        awaitReplicas(1);
    }

    /** Version, components and submitter are the same: only a rule is new. */
    private void rulesOfAModelActOnlyOnceItIsApproved() {
        client.await("applications/shop/deployments/latest", answer -> answer.path("state").asString().equals("DONE"));
        load = 0.5;
        String host = copies("back").get(0).replaceFirst(".*@", "");
        String changed = model().replace("rule idle", "rule quick { when load > 10 %  for 1 s  then run \"touch x\" in web  pause 1 h }\n"
                + "  rule leave { when strain > 80 MiB  for 1 s  then drain host " + host + "  pause 1 h }\n  rule idle");
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
        load = 0.5;
        client.await("applications/shop/deployments/latest", answer -> answer.path("state").asString().equals("DONE"));
        memory = 90;
        client.await("decisions?rule=model-rule", found -> found.valueStream().anyMatch(one -> is(one, "drain", "DONE")));
        assertThat(copies("back")).hasSize(1).noneMatch(copy -> copy.endsWith("@" + host));
        assertThat(copies("web")).hasSize(3).noneMatch(copy -> copy.endsWith("@" + host));
    }

    private void aRiseOfPricesIsNoticed() {
        assertThat(client.get("decisions?rule=price-changed").isEmpty()).isTrue();
        String dear = Server.text("sites.caravan").replace("price 3.00", "price 3000.00").replace("price 40.00", "price 4000.00")
                .replace("price 120.00", "price 12000.00");
        client.put("infrastructure", Json.write(Map.of("files", Map.of("sites.caravan", dear))));
        JsonNode changed = client.await("decisions?rule=price-changed", found -> !found.isEmpty()).path(0);
        assertThat(changed.path("cause").asString()).matches("The plan costs [0-9.]+ EUR/month by current prices; it was [0-9.]+ EUR/month "
                + "when it was made.");
        assertThat(changed.path("action").path("kind").asString()).isEqualTo("save");
        assertThat(changed.path("action").path("autonomy").asString()).isEqualTo("propose");
        client.await("decisions?rule=budget-nearly-spent", found -> !found.isEmpty());
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
        measured++;
        double used = memory >= 0 ? memory : measured / 6 % 2 == 0 ? -memory : 10;
        List<Reading> strain = targets.target("shop").stream().flatMap(plan -> plan.instances().stream())
                .filter(placed -> placed.instance().componentId().equals("back"))
                .map(placed -> new Reading(placed.hostId(), placed.copy("shop").label(), Metric.MEMORY, used * (1 << 20), now)).toList();
        readings.appendOnce(UUID.randomUUID().toString(), strain);
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
