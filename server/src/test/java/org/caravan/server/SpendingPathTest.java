package org.caravan.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.caravan.json.Json;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** From the texts to the answer: what a plan costs beside its limit, the power it takes, the disk it reserves. */
class SpendingPathTest {

    @Test
    void aPlanSaysWhatItCostsAndOneThatWouldCostTooMuchSaysWhy(@TempDir Path data) {
        try (Server server = Server.start(data)) {
            Client client = server.client;
            client.put("infrastructure", files("sites.caravan", Server.text("sites.caravan")
                    .replace("price 3.00 EUR/month }", "price 3.00 EUR/month  power 2..4.4 W }")
                    .replace("price 40.00 EUR/month }", "price 40.00 EUR/month  power 40..150 W }")
                    .replace("price 120.00 EUR/month }", "price 120.00 EUR/month  power 100..300 W }")));
            model(client, "limit spend { cost <= 170 EUR/month }\n  minimise power weight 0.2");
            String run = client.expect(202, "POST", "probes", "{\"scope\":\"standard\"}").path("probeRunId").asString();
            client.await("probes/" + run, answer -> !answer.path("state").asString().equals("RUNNING"));

            JsonNode plan = plan(client);
            assertThat(plan.path("outcome").asString()).isEqualTo("PLANNED");
            JsonNode report = plan.path("report");
            assertThat(report.path("costCentsPerMonth").asLong()).isBetween(16_300L, 17_000L);
            assertThat(report.path("limits").get(0).path("id").asString()).isEqualTo("spend");
            assertThat(report.path("limits").get(0).path("costCentsPerMonth").asLong()).isEqualTo(17_000);
            // One large cloud host, one private server and at least one small one are awake.
            assertThat(report.path("watts").asDouble()).isBetween(142.0, 200.0);
            assertThat(plan.path("diff").path("wattsAfter").asDouble()).isEqualTo(report.path("watts").asDouble());
            assertThat(plan.path("reportText").asString()).contains(" of at most 170.00 EUR/month (limit spend)\npower ", "powerMinimised",
                    "budgetKept", "hostDiskNotExceeded");
            assertThat(plan.path("remarks").valueStream().map(remark -> remark.path("code").asString())).contains("limit-close");
            assertThat(plan.path("planText").asString()).contains("disk 2 GiB");

            JsonNode asked = client.expect(200, "POST", "applications/sock-shop/what-if", "{\"always\":[],\"cases\":[]}");
            assertThat(asked.path("outcomes").get(0).path("figures").path("watts").asDouble()).isEqualTo(report.path("watts").asDouble());

            model(client, "limit spend { cost <= 100 EUR/month }");
            JsonNode none = plan(client);
            assertThat(none.path("outcome").asString()).isEqualTo("NO_PLACEMENT");
            assertThat(none.path("conflict").path("requirements").valueStream().map(JsonNode::asString))
                    .contains("limit spend { cost <= 100.00 EUR/month }", "require payment in US");
        }
    }

    /** Each is told that the other one pays for what both are on; what each has of it makes up the whole. */
    @Test
    @Tag("long")
    void twoApplicationsShareWhatTheirHostsCost(@TempDir Path data) {
        try (Server server = Server.start(data)) {
            Client client = server.client;
            client.put("infrastructure", files("sites.caravan", Server.text("sites.caravan")));
            client.put("applications/sock-shop/model", files("shop.caravan", Server.text("shop.caravan")));
            server.modelsTaken();
            String run = client.expect(202, "POST", "probes", "{\"scope\":\"standard\"}").path("probeRunId").asString();
            client.await("probes/" + run, answer -> !answer.path("state").asString().equals("RUNNING"));
            deploy(client, "sock-shop");
            assertThat(hosts(client, "sock-shop").values()).allMatch(host -> !host.path("shared").asBoolean()
                    && host.path("shareCentsPerMonth").equals(host.path("costCentsPerMonth")));

            client.put("applications/other-shop/model",
                    files("shop.caravan", Server.text("shop.caravan").replace("application sock-shop", "application other-shop")));
            JsonNode report = deploy(client, "other-shop").path("report");
            Map<String, JsonNode> ours = hosts(client, "sock-shop");
            Map<String, JsonNode> theirs = hosts(client, "other-shop");
            Set<String> both = new TreeSet<>(ours.keySet());
            both.retainAll(theirs.keySet());
            assertThat(both).isNotEmpty().isEqualTo(report.path("shared").valueStream().map(host -> host.path("hostId").asString())
                    .collect(Collectors.toCollection(TreeSet::new)));
            both.forEach(host -> assertThat(cents(ours, host, "share") + cents(theirs, host, "share")).as(host)
                    .isCloseTo(cents(ours, host, "cost"), within(1L)));
            long opened = theirs.values().stream().filter(host -> !host.path("shared").asBoolean())
                    .mapToLong(host -> host.path("costCentsPerMonth").asLong()).sum();
            assertThat(report.path("costCentsPerMonth").asLong()).as("what it adds").isEqualTo(opened);
        }
    }

    private static JsonNode deploy(Client client, String application) {
        JsonNode plan = client.expect(200, "POST", "applications/" + application + "/plans", null);
        client.expect(202, "POST", "applications/" + application + "/plans/latest/approval", null);
        client.await("applications/" + application + "/deployments/latest", answer -> answer.path("state").asString().equals("DONE"));
        return plan;
    }

    private static Map<String, JsonNode> hosts(Client client, String application) {
        return client.get("applications/" + application).path("hosts").valueStream()
                .collect(Collectors.toMap(host -> host.path("hostId").asString(), host -> host));
    }

    private static long cents(Map<String, JsonNode> hosts, String host, String what) {
        return hosts.get(host).path(what + "CentsPerMonth").asLong();
    }

    /** The shop with these lines more, and disk for the front end. */
    private static void model(Client client, String lines) {
        String shop = Server.text("shop.caravan").replace("cpu 0.2  memory 96 MiB", "cpu 0.2  memory 96 MiB  disk 2 GiB");
        client.put("applications/sock-shop/model",
                files("shop.caravan", shop.substring(0, shop.lastIndexOf('}')) + "  " + lines + "\n}\n"));
    }

    private static String files(String name, String text) {
        return Json.write(Map.of("files", Map.of(name, text)));
    }

    private static JsonNode plan(Client client) {
        return client.expect(200, "POST", "applications/sock-shop/plans", null);
    }
}
