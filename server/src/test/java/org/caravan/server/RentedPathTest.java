package org.caravan.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.caravan.json.Json;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** An application on hosts that are rented for it: two copies share a machine, users are told its public address. */
class RentedPathTest {

    private final Client client = Server.shared().client;

    @Test
    void machinesAreRentedForAnApplicationAndGivenBackAfterIt() {
        client.put("infrastructure", Server.files("rented-sites.caravan"));
        client.put("applications/shop/model", Server.files("rented-shop.caravan"));
        assertThat(machines(client)).isEqualTo("ohio-t3-small-1 NONE, ohio-t3-small-2 NONE, simula-m1-small-1 NONE,"
                + " simula-m1-small-2 NONE, simula-m1-small-3 NONE");
        String run = client.expect(202, "POST", "probes", "{\"scope\":\"standard\"}").path("probeRunId").asString();
        client.await("probes/" + run, answer -> !answer.path("state").asString().equals("RUNNING"));

        JsonNode plan = client.expect(200, "POST", "applications/shop/plans", null);
        assertThat(plan.path("stepsText").asString())
                .contains("[] -> #1 RENT ohio-t3-small-1, is not rented yet\n[1] -> #2 OPEN ohio-t3-small-1, for cart:1, web:1\n")
                .contains("RENT simula-m1-small-1").doesNotContain("ohio-t3-small-2")
                .contains("! the names of users are not updated yet: the public address of their instance is not known.");
        approve(client, plan);
        assertThat(machines(client)).contains("ohio-t3-small-1 RUNNING, ohio-t3-small-2 NONE, simula-m1-small-1 RUNNING");
        JsonNode running = client.get("applications/shop");
        assertThat(running.path("instances").valueStream()).allMatch(one -> one.path("state").asString().equals("RUNNING"));
        assertThat(running.path("entries").path(0).path("address").asString()).startsWith("198.19.");
        assertThat(client.get("applications/shop/drift").path("changes").asBoolean()).isFalse();
        JsonNode again = client.expect(200, "POST", "applications/shop/plans", null);
        assertThat(again.path("changes").asBoolean()).as(again.path("diffText").asString()).isFalse();

        refusesToRentElsewhere(client);
        client.expect(202, "DELETE", "applications/shop", null);
        assertThat(ended(client).path("state").asString()).isEqualTo("DONE");
        assertThat(machines(client)).doesNotContain("RUNNING");
    }

    private static void approve(Client client, JsonNode plan) {
        client.expect(202, "POST", "applications/shop/plans/" + plan.path("id").asString() + "/approval", null);
        JsonNode deployment = ended(client);
        assertThat(deployment.path("state").asString()).as(deployment.toString()).isEqualTo("DONE");
    }

    private static void refusesToRentElsewhere(Client client) {
        String moved = Server.text("rented-sites.caravan").replace("us-east-2", "us-west-1");
        JsonNode problem = client.expect(422, "PUT", "infrastructure", Json.write(
                Map.of("files", Map.of("rented-sites.caravan", moved))));
        assertThat(problem.path("diagnostics").path(0).path("message").asString()).contains("rents host (ohio-t3-small-1) otherwise");
    }

    private static JsonNode ended(Client client) {
        return client.await("applications/shop/deployments/latest",
                deployment -> !deployment.path("state").asString().equals("RUNNING"));
    }

    private static String machines(Client client) {
        JsonNode nodes = client.get("nodes");
        assertThat(nodes.path("unobserved")).isEmpty();
        return String.join(", ", nodes.path("hosts").valueStream()
                .map(host -> host.path("hostId").asString() + " " + host.path("machine").asString()).toList());
    }
}
