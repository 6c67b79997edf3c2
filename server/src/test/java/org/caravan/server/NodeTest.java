package org.caravan.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.caravan.json.Json;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** What of a node's life needs no node: draining, and what is refused. On simulated hosts. */
class NodeTest {

    private final Client client = Server.shared().client;

    @Test
    void aDrainedHostIsLeftByItsInstancesAndGetsNoMore() {
        deploy();
        keepsWhatHasData();
        String left = hostOf("frontend:1");
        String stale = latestPlan();
        JsonNode before = client.get("nodes/" + left + "/drain");
        assertThat(texts(before.path("instances"))).contains("drained-shop frontend:1");
        assertThat(before.path("drained").asBoolean()).isFalse();

        JsonNode plan = client.expect(200, "POST", "applications/drained-shop/plans", Json.write(Map.of("without", List.of(left))));
        assertThat(plan.path("reportText").asString()).contains("drained on 1 host");
        assertThat(client.expect(404, "POST", "applications/drained-shop/plans", Json.write(Map.of("without", List.of(left, "pi-nowhere"))))
                .path("detail").asString())
                .as("a mistyped name leaves nothing out").contains("(pi-nowhere)");
        assertThat(client.get("nodes/" + left + "/drain").path("drained").asBoolean()).as("only asked").isFalse();

        client.put("nodes/" + left + "/drain", "");
        assertThat(client.expect(409, "POST", "applications/drained-shop/plans/" + stale + "/approval", null).path("code").asString())
                .isEqualTo("host-drained");
        approve(client.expect(200, "POST", "applications/drained-shop/plans", null));
        assertThat(hostOf("frontend:1")).isNotEqualTo(left);
        assertThat(client.get("nodes/" + left + "/drain").path("instances")).isEmpty();
        assertThat(node(left).path("drained").asBoolean()).isTrue();

        assertThat(client.expect(200, "DELETE", "nodes/" + left + "/drain", null).path("drained").asBoolean()).isFalse();
        assertThat(node(left).path("drained").asBoolean()).isFalse();
        client.expect(202, "DELETE", "applications/drained-shop", null);
        awaitDone();
    }

    @Test
    void workOnSimulatedNodesAndUnknownPlacesAreRefusedInWords() {
        client.put("infrastructure", Server.files("sites.caravan"));
        assertThat(client.expect(409, "POST", "nodes/pi-bergen-1/tasks", "{\"work\":\"CHECK\"}").path("code").asString())
                .isEqualTo("simulated-hosts");
        assertThat(client.expect(409, "POST", "nodes/pi-new/tasks", "{\"work\":\"CHECK\"}").path("code").asString())
                .isEqualTo("place-missing");
        assertThat(client.expect(409, "POST", "nodes/pi-bergen-1/proposal", "{\"siteId\":\"narvik\"}").path("code").asString())
                .isEqualTo("known-otherwise");
        assertThat(client.expect(404, "POST", "nodes/pi-new/proposal",
                "{\"siteId\":\"bergen\",\"hostTypeId\":\"abacus\",\"address\":\"198.51.100.9\"}")
                .path("code").asString()).isEqualTo("unknown-host-type");
        assertThat(client.expect(422, "POST", "nodes/pi-new/proposal", "{\"siteId\":\"oslo\",\"hostTypeId\":\"raspberry-pi-3\","
                + "\"address\":\"198.51.100.9\",\"credentials\":\"testbed\"}").toString()).contains("no site (oslo)");
        assertThat(client.expect(404, "GET", "nodes/pi-9/drain", null).path("code").asString()).isEqualTo("unknown-host");
        assertThat(client.expect(404, "GET", "node-tasks/77", null).path("code").asString()).isEqualTo("unknown-task");
        assertThat(client.expect(422, "POST", "nodes/pi-bergen-1/tasks", "{\"work\":\"MEASURE\",\"watts\":{\"idle\":5,\"load\":2}}")
                .path("code").asString()).isEqualTo("watts-invalid");
    }

    private void keepsWhatHasData() {
        String hostId = hostOf("carts-db:1");
        assertThat(texts(client.get("nodes/" + hostId + "/drain").path("keepingData"))).contains("drained-shop carts-db:1");
        JsonNode refused = client.expect(409, "PUT", "nodes/" + hostId + "/drain", "");
        assertThat(refused.path("code").asString()).isEqualTo("keeps-data");
        assertThat(refused.toString()).contains("carts-db:1 of drained-shop keeps its data on " + hostId);
        assertThat(client.get("nodes/" + hostId + "/drain").path("drained").asBoolean()).isFalse();
    }

    private void deploy() {
        client.put("infrastructure", Server.files("sites.caravan"));
        client.put("applications/drained-shop/model", Json.write(Map.of("files", Map.of("shop.caravan",
                Server.text("shop.caravan").replace("application sock-shop", "application drained-shop")
                        .replace("catalogue-db in NO", "catalogue-db at simula")))));
        String run = client.expect(202, "POST", "probes", "{\"scope\":\"standard\"}").path("probeRunId").asString();
        client.await("probes/" + run, answer -> !answer.path("state").asString().equals("RUNNING"));
        approve(client.expect(200, "POST", "applications/drained-shop/plans", null));
    }

    private void approve(JsonNode plan) {
        assertThat(plan.path("outcome").asString()).as(plan.path("reasons").toString()).isEqualTo("PLANNED");
        client.expect(202, "POST", "applications/drained-shop/plans/" + plan.path("id").asString() + "/approval", null);
        awaitDone();
    }

    private void awaitDone() {
        JsonNode ended = client.await("applications/drained-shop/deployments/latest",
                answer -> !answer.path("state").asString().equals("RUNNING"));
        assertThat(ended.path("state").asString()).as(ended.toString()).isEqualTo("DONE");
    }

    private String latestPlan() {
        return client.expect(200, "POST", "applications/drained-shop/plans", null).path("id").asString();
    }

    private String hostOf(String instance) {
        return client.get("applications/drained-shop").path("instances").valueStream()
                .filter(one -> one.path("instance").asString().equals(instance)).findFirst().orElseThrow().path("hostId").asString();
    }

    private JsonNode node(String hostId) {
        return client.get("nodes").path("hosts").valueStream().filter(one -> one.path("hostId").asString().equals(hostId)).findFirst()
                .orElseThrow();
    }

    private static List<String> texts(JsonNode array) {
        List<String> texts = new ArrayList<>();
        array.forEach(one -> texts.add(one.asString()));
        return texts;
    }
}
