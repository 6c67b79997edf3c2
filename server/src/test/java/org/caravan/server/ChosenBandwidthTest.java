package org.caravan.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.caravan.adapter.QuotaUse;
import org.caravan.application.ApplicationModel;
import org.caravan.application.Bandwidth;
import org.caravan.infrastructure.TrafficQuota;
import org.caravan.json.Json;
import org.caravan.measure.metric.BandwidthStore;
import org.caravan.measure.metric.LinkReading;
import org.caravan.plan.DeploymentPlan;
import org.caravan.plan.InstancePlacement;
import org.caravan.rules.ActionKind;
import org.caravan.rules.Autonomy;
import org.caravan.server.adaptation.model.ReservationPlans;
import org.caravan.server.decision.Action;
import org.caravan.server.decision.ActionStore;
import org.caravan.server.decision.BuiltInRule;
import org.caravan.server.decision.DecisionRecord;
import org.caravan.server.deployment.Approvals;
import org.caravan.server.metrics.LinkQuotas;
import org.caravan.server.model.Models;
import org.caravan.server.planning.AutomaticPlans.Made;
import org.caravan.server.planning.BandwidthChoices;
import org.caravan.server.planning.Targets;
import org.caravan.unit.BitRate;
import org.caravan.unit.Bytes;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.jdbc.core.simple.JdbcClient;
import tools.jackson.databind.JsonNode;

/** A person changes the bandwidth of a running copy: granted, refused with the sum, kept by later plans, ended by another model. */
@Tag("long")
class ChosenBandwidthTest {

    private static final String MODEL = Server.text("shop.caravan").replaceFirst("component frontend \\{",
            "component frontend {\n    bandwidth { share 3  min 5 Mbit/s  max 50 Mbit/s }");
    private static final String SITES = Server.text("sites.caravan")
            .replace("gateway \"fd4e:5:6::1\" }", "gateway \"fd4e:5:6::1\"  uplink 30 Mbit/s }")
            .replace("gateway \"fd4e:1:6::1\" }", "gateway \"fd4e:1:6::1\"  uplink 30 Mbit/s }");
    private static final String FRONTEND = "applications/sock-shop/instances/frontend:1/bandwidth";

    @Test
    void aChangeIsGrantedOrRefusedAndKeptUntilAnotherModel(@TempDir Path data) {
        try (Server server = Server.start(data)) {
            Client client = server.client;
            client.put("infrastructure", Json.write(Map.of("files", Map.of("sites.caravan", SITES))));
            submit(client, MODEL);
            String run = client.expect(202, "POST", "probes", "{\"scope\":\"standard\"}").path("probeRunId").asString();
            client.await("probes/" + run, answer -> answer.path("state").asString().equals("DONE"));
            assertThat(client.expect(409, "PUT", FRONTEND, "{}").path("code").asString()).isEqualTo("never-deployed");
            client.expect(200, "POST", "applications/sock-shop/plans", null);
            client.expect(202, "POST", "applications/sock-shop/plans/latest/approval", null);
            done(client, "latest");

            long begin = System.nanoTime();
            JsonNode granted = client.expect(200, "PUT", FRONTEND,
                    "{\"minBitsPerSecond\": 20000000, \"maxBitsPerSecond\": 25000000, \"share\": 2}");
            assertThat(granted.path("outcome").asString()).isEqualTo("GRANTED");
            assertThat(granted.path("text").asString()).isEqualTo("frontend:1 gets min 20.0 Mbit/s max 25.0 Mbit/s share 2.");
            JsonNode deployment = done(client, granted.path("deploymentId").asString());
            System.out.println("granted and deployed on simulated hosts after "
                    + Duration.ofNanos(System.nanoTime() - begin).toMillis() + " ms");
            assertThat(deployment.path("steps").valueStream().map(step -> step.path("kind").asString())).containsOnly("RESERVE");
            JsonNode again = client.expect(200, "POST", "applications/sock-shop/plans", null);
            assertThat(again.path("changes").asBoolean()).as(again.path("diffText").asString()).isFalse();
            assertThat(again.path("planText").asString()).contains(
                    "bandwidth frontend:1 on bergen.BKK min 20.0 Mbit/s max 25.0 Mbit/s share 2");

            assertThat(server.bean(JdbcClient.class).sql("select amounts from chosen_bandwidth where instance = 'frontend:1'")
                    .query(String.class).single()).as("kept where the copy uses no uplink")
                    .isEqualTo(Json.write(new Bandwidth(2, BitRate.ofMbps(20), Optional.of(BitRate.ofMbps(25)))));
            amountsOfAPlan(server.bean(BandwidthChoices.class));

            JsonNode refused = client.expect(200, "PUT", FRONTEND, "{\"minBitsPerSecond\": 40000000}");
            assertThat(refused.path("outcome").asString()).isEqualTo("REFUSED");
            assertThat(refused.path("text").asString()).contains("40.0 Mbit/s of frontend:1 is above the 30.0 Mbit/s of uplink BKK of "
                    + "bergen; 30.0 Mbit/s fits.");
            JsonNode undeclared = client.expect(200, "PUT", FRONTEND.replace("frontend", "orders"), "{\"minBitsPerSecond\": 1000000}");
            assertThat(undeclared.path("outcome").asString()).isEqualTo("REFUSED");
            assertThat(undeclared.path("text").asString()).contains("has no declared capacity, so no minimum can be kept on it.");
            assertThat(client.expect(422, "PUT", FRONTEND, "{\"minBitsPerSecond\": 9000000, \"maxBitsPerSecond\": 8000000}")
                    .path("code").asString()).isEqualTo("bandwidth-invalid");
            assertThat(client.expect(404, "PUT", FRONTEND.replace(":1", ":7"), "{}").path("code").asString())
                    .isEqualTo("unknown-instance");

            rulesGetTheSameAnswers(server);
            JsonNode reset = client.expect(200, "DELETE", FRONTEND, null);
            assertThat(reset.path("text").asString()).isEqualTo("frontend:1 gets min 5.0 Mbit/s max 50.0 Mbit/s share 3.");
            done(client, reset.path("deploymentId").asString());
            done(client, client.expect(200, "PUT", FRONTEND, "{\"minBitsPerSecond\": 20000000}").path("deploymentId").asString());
            submit(client, MODEL.replace("min 5 Mbit/s", "min 6 Mbit/s"));
            assertThat(client.expect(200, "POST", "applications/sock-shop/plans", null).path("planText").asString())
                    .as("the model decides").contains("bandwidth frontend:1 on bergen.BKK min 6.0 Mbit/s max 50.0 Mbit/s share 3");
            quotas(server, client);
        }
    }

    /** A proposal changes nothing until its plan is the target. */
    private static void amountsOfAPlan(BandwidthChoices choices) {
        Bandwidth before = choices.of("sock-shop", Optional.empty()).get("frontend:1").orElseThrow();
        Bandwidth proposed = new Bandwidth(1, BitRate.ofMbps(29), Optional.empty());
        choices.propose("sock-shop", "frontend:1", proposed, "some-plan", "anna");
        assertThat(choices.of("sock-shop", Optional.empty()).get("frontend:1")).contains(before);
        choices.settle("sock-shop", "another-plan");
        assertThat(choices.of("sock-shop", Optional.empty()).get("frontend:1")).contains(before);
        choices.settle("sock-shop", "some-plan");
        assertThat(choices.of("sock-shop", Optional.empty()).get("frontend:1")).contains(proposed);
        choices.choose("sock-shop", "frontend:1", before, "anna");
        // A rule whose plan is held, again and again, leaves what a person proposed.
        choices.propose("sock-shop", "frontend:1", proposed, "plan-of-anna", "anna");
        Bandwidth other = new Bandwidth(1, BitRate.ofMbps(7), Optional.empty());
        choices.propose("sock-shop", "frontend:1", other, "held-plan", "rule busy");
        choices.propose("sock-shop", "frontend:1", other, "next-held-plan", "rule busy");
        choices.settle("sock-shop", "held-plan");
        assertThat(choices.of("sock-shop", Optional.empty()).get("frontend:1")).as("replaced by the rule itself").contains(before);
        choices.settle("sock-shop", "plan-of-anna");
        assertThat(choices.of("sock-shop", Optional.empty()).get("frontend:1")).contains(proposed);
        choices.settle("sock-shop", "next-held-plan");
        assertThat(choices.of("sock-shop", Optional.empty()).get("frontend:1")).as("approved later").contains(other);
        choices.propose("sock-shop", "frontend:1", proposed, "plan-of-anna", "anna");
        choices.choose("sock-shop", "frontend:1", before, "anna");
        choices.settle("sock-shop", "plan-of-anna");
        assertThat(choices.of("sock-shop", Optional.empty()).get("frontend:1")).as("a choice ends proposals").contains(before);
    }

    /** A plan that a rule made changes nothing until it is the target. */
    private static void rulesGetTheSameAnswers(Server server) {
        ReservationPlans plans = server.bean(ReservationPlans.class);
        ApplicationModel model = server.bean(Models.class).accepted("sock-shop").orElseThrow();
        DeploymentPlan target = server.bean(Targets.class).target("sock-shop").orElseThrow();
        Map<String, Optional<Bandwidth>> before = server.bean(BandwidthChoices.class).of("sock-shop", Optional.of(target));
        Made refused = plans.reserved(model, target, Map.of("frontend:1", new Bandwidth(1, BitRate.ofMbps(40), Optional.empty())),
                "rule a");
        assertThat(refused.plan()).isEmpty();
        assertThat(refused.reasons()).containsExactly("40.0 Mbit/s of frontend:1 is above the 30.0 Mbit/s of uplink BKK of bergen; "
                + "30.0 Mbit/s fits. 40.0 Mbit/s of frontend:1 is above the 30.0 Mbit/s of uplink Uninett of bergen; 30.0 Mbit/s fits.");
        Made undeclared = plans.reserved(model, target, Map.of("orders:1", new Bandwidth(1, BitRate.ofMbps(1), Optional.empty())),
                "rule a");
        assertThat(undeclared.reasons().get(0)).contains("has no declared capacity, so no minimum can be kept on it.");
        Made granted = plans.reserved(model, target, Map.of("frontend:1", new Bandwidth(2, BitRate.ofMbps(22), Optional.empty())),
                "rule a");
        assertThat(granted.plan().orElseThrow().instances()).extracting(InstancePlacement::hostId)
                .isEqualTo(target.instances().stream().map(InstancePlacement::hostId).toList());
        assertThat(granted.diffText()).contains("min 22.0 Mbit/s share 2", "(was min 20.0 Mbit/s");
        assertThat(server.bean(BandwidthChoices.class).of("sock-shop", Optional.of(target))).as("not the target yet").isEqualTo(before);

        // The broker delivers the approval after the reason has gone.
        ActionStore actions = server.bean(ActionStore.class);
        ActionStore.Kept kept = actions.keep(DecisionRecord.of(BuiltInRule.MODEL_RULE, "It was busy.", "It plans.").by("sock-shop"),
                Action.of("late approval", ActionKind.RESERVE, Autonomy.AUTOMATIC, Action.State.DECIDED).approved("rule a"));
        actions.changeIfUnchanged(kept, kept.action().in(Action.State.LAPSED), "It was not carried out.");
        assertThatThrownBy(() -> server.bean(Approvals.class).approveByRule("sock-shop", granted.id(), kept.number(), "rule a"))
                .hasMessageContaining("Decision (" + kept.number() + ") to approve plan (").hasMessageContaining("has lapsed")
                .hasFieldOrPropertyWithValue("suggestion", "plan again: caravan plan sock-shop.");
        assertThat(server.bean(Targets.class).target("sock-shop").orElseThrow().digest()).isEqualTo(target.digest());
    }

    private static void readings(Server server, Client client, String host) {
        server.bean(BandwidthStore.class).take(List.of(new LinkReading(host, "sock-shop", "sock-shop.frontend.1.1", "BKK",
                Optional.of(BitRate.ofMbps(30)), BitRate.ofMbps(20), Optional.empty(), 1, Instant.now(), 15, BitRate.ofMbps(21),
                BitRate.ofMbps(12), BitRate.ofMbps(3))));
        JsonNode link = client.get("bandwidth?application=sock-shop").get(0);
        assertThat(link.path("copy").asString()).isEqualTo("frontend:1@1");
        assertThat(link.path("grantedBitsPerSecond").asLong()).isEqualTo(21_000_000);
        assertThat(link.path("usedBitsPerSecond").asLong()).isEqualTo(12_000_000);
        assertThat(link.path("refusedBitsPerSecond").asLong()).isEqualTo(3_000_000);
        assertThat(client.get("bandwidth?host=ohio-1")).isEmpty();
        assertThat(client.get("applications/sock-shop/bandwidth?hours=1").get(0).path("usedBitsPerSecond").asLong())
                .isEqualTo(12_000_000);
        assertThat(client.expect(422, "GET", "applications/sock-shop/bandwidth?hours=0", null).path("code").asString())
                .isEqualTo("hours-invalid");
        Map<String, String> expected = Map.of("min", "2.0E7", "granted", "2.1E7", "used", "1.2E7", "refused", "3000000.0");
        await().until(() -> expected.entrySet().stream()
                .allMatch(series -> prometheus(client).anyMatch(line -> line.startsWith("caravan_bandwidth_"
                        + series.getKey() + "_bits_per_second{") && line.contains("copy=\"sock-shop.frontend.1.1\"")
                        && line.endsWith(" " + series.getValue()))));
    }

    private static Stream<String> prometheus(Client client) {
        return client.send(client.request("/actuator/prometheus", "GET", null).header("Authorization", "Bearer " + client.token)).body()
                .lines();
    }

    /**
     * A host that switched while the server was unreachable reports it later, before there are readings of its copies; each switch is
     * recorded once. Reports are of the future, so that those of simulated hosts, which have no quotas, come late.
     */
    private static void quotas(Server server, Client client) {
        String host = server.bean(Targets.class).target("sock-shop").orElseThrow().instances().stream()
                .filter(placed -> placed.instance().toString().equals("frontend:1")).findFirst().orElseThrow().hostId();
        TrafficQuota quota = new TrafficQuota(new Bytes(1_000_000_000), TrafficQuota.Period.DAY, BitRate.ofMbps(2));
        Instant today = quota.begin(Instant.now());
        Instant before = today.minus(Duration.ofDays(1));
        QuotaUse over = new QuotaUse("BKK", quota, today, new Bytes(1_000_000_007), Optional.of(today.plusSeconds(60)),
                new TreeMap<>(Map.of(before, before.plusSeconds(3_600))));
        report(server, host, 1, over);
        List<JsonNode> usedUp = decisions(client, "quota-used-up", 2);
        assertThat(usedUp).extracting(decision -> decision.path("application").asString()).containsOnly("sock-shop");
        assertThat(usedUp.get(0).path("cause").asString()).startsWith("On host (" + host + "), copies sent on BKK since ")
                .endsWith(" all of its quota 1 GB/day then max 2 Mbit/s.");
        readings(server, client, host);
        JsonNode shown = client.get("bandwidth?application=sock-shop").get(0).path("quota");
        assertThat(shown.path("usedBytes").asLong()).isEqualTo(1_000_000_007);
        assertThat(Instant.parse(shown.path("renewal").asString())).isEqualTo(today.plus(Duration.ofDays(1)));
        assertThat(Instant.parse(shown.path("exceeded").asString())).isEqualTo(today.plusSeconds(60));
        report(server, host, 2);
        awaitOpen(server, 0);
        report(server, host, 3, over);
        awaitOpen(server, 1);
        countsInPlans(client, quota);
        Instant tomorrow = today.plus(Duration.ofDays(1));
        report(server, host, 4, new QuotaUse("BKK", quota, tomorrow, new Bytes(9), Optional.empty(),
                new TreeMap<>(Map.of(today, today.plusSeconds(60)))));
        assertThat(decisions(client, "quota-renewed", 1).get(0).path("outcome").asString())
                .isEqualTo("The host restored the usual capacity of the link.");
        assertThat(decisions(client, "quota-used-up", 2)).hasSize(2);
    }

    /** The link has 2 Mbit/s until midnight, so the minimum of 6 Mbit/s has to leave from elsewhere. */
    private static void countsInPlans(Client client, TrafficQuota quota) {
        String bkk = "gateway \"fd4e:5:6::1\"  uplink 30 Mbit/s";
        client.put("infrastructure", Json.write(Map.of("files", Map.of("sites.caravan", SITES.replace(bkk, bkk + "  " + quota)))));
        JsonNode plan = client.expect(200, "POST", "applications/sock-shop/plans", null);
        assertThat(plan.path("report").path("notes").valueStream().map(JsonNode::asString))
                .anySatisfy(note -> assertThat(note).startsWith("quota of bergen.BKK: 1.000 GB of 1 GB/day used in ")
                        .endsWith(" h, so the capacity is 2.0 Mbit/s"));
        assertThat(plan.path("planText").asString()).doesNotContain("on bergen.BKK min 6.0 Mbit/s");
    }

    private static void report(Server server, String host, int hours, QuotaUse... uses) {
        server.bean(LinkQuotas.class).take(new LinkQuotas.Report(host, List.of(uses), Instant.now().plus(Duration.ofHours(hours))));
    }

    /** A link that is not reported has no lower capacity; reported again, it has the one of before. */
    private static void awaitOpen(Server server, int count) {
        await().until(() -> server.bean(JdbcClient.class).sql(
                "select count(*) from quota_switch where renewed is null and begin = (select max(begin) from quota_switch)")
                .query(Integer.class).single() == count);
    }

    private static List<JsonNode> decisions(Client client, String rule, int count) {
        return client.await("decisions?rule=" + rule, found -> found.size() >= count).valueStream().toList();
    }

    private static void submit(Client client, String model) {
        client.put("applications/sock-shop/model", Json.write(Map.of("files", Map.of("shop.caravan", model))));
    }

    private static JsonNode done(Client client, String deploymentId) {
        return client.await("applications/sock-shop/deployments/" + deploymentId,
                answer -> answer.path("state").asString().equals("DONE"));
    }
}
