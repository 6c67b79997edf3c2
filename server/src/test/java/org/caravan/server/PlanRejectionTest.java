package org.caravan.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** A plan that a person said no to is kept, says so, and is carried out by nobody until that is taken back. */
class PlanRejectionTest {

    private static final String PLANS = "applications/sock-shop/plans";

    @Test
    void aRejectedPlanIsKeptAndCannotBeApproved(@TempDir Path data) throws Exception {
        try (Server server = Server.start(data)) {
            Client client = server.client;
            client.put("infrastructure", Server.files("sites.caravan"));
            String run = client.expect(202, "POST", "probes", "{\"scope\":\"idle\"}").path("probeRunId").asString();
            client.await("probes/" + run, answer -> answer.path("state").asString().equals("DONE"));
            client.put("applications/sock-shop/model", Server.files("shop.caravan"));
            String id = client.expect(200, "POST", PLANS, null).path("id").asString();
            assertThat(client.get("applications/sock-shop").path("pendingPlanId").asString()).isEqualTo(id);

            rejected(client, id);
            theSamePlanMadeAgainStaysRejected(client, id);
            theAuditLogHasWhoAndWhy(client, id);
            takenBackItCanBeApprovedAndThenNotRejected(client, id);
        }
    }

    private static void rejected(Client client, String id) {
        String path = PLANS + "/" + id + "/rejection";
        assertThat(client.expect(422, "POST", path, "{\"reason\": \"" + "x".repeat(201) + "\"}").path("code").asString())
                .isEqualTo("reason-invalid");
        assertThat(client.expect(422, "POST", path, "{\"reason\": \"not\\nnow\"}").path("code").asString()).isEqualTo("reason-invalid");
        assertThat(client.expect(404, "POST", PLANS + "/" + "0".repeat(64) + "/rejection", null).path("code").asString())
                .isEqualTo("unknown-plan");
        assertThat(client.expect(404, "DELETE", path, null).path("code").asString()).isEqualTo("not-rejected");
        JsonNode no = client.expect(201, "POST", path, "{\"reason\": \" not before the fair \"}");
        assertThat(no.path("reason").asString()).isEqualTo("not before the fair");
        assertThat(no.path("tokenId").asString()).isEqualTo("local");
        assertThat(client.get(PLANS + "/" + id).path("rejection")).isEqualTo(no);
        assertThat(client.get(PLANS).path(0).path("rejection")).isEqualTo(no);
        assertThat(client.get("applications/sock-shop").hasNonNull("pendingPlanId")).isFalse();
        for (String answer : List.of("approval", "rejection")) {
            JsonNode refused = client.expect(409, "POST", PLANS + "/latest/" + answer, null);
            assertThat(refused.path("code").asString()).isEqualTo("plan-rejected");
            assertThat(refused.path("detail").asString()).contains("owner of the token file", "not before the fair");
        }
        assertThat(client.get("applications/sock-shop/deployments")).isEmpty();
    }

    private static void theSamePlanMadeAgainStaysRejected(Client client, String id) {
        JsonNode again = client.expect(200, "POST", PLANS, null);
        assertThat(again.path("id").asString()).as("nothing has changed since").isEqualTo(id);
        assertThat(again.path("rejection").path("reason").asString()).isEqualTo("not before the fair");
        JsonNode other = client.expect(200, "POST", PLANS, "{\"without\": [\"pi-bergen-1\"]}");
        assertThat(other.path("outcome").asString()).isEqualTo("PLANNED");
        assertThat(other.path("id").asString()).isNotEqualTo(id);
        assertThat(other.hasNonNull("rejection")).isFalse();
        assertThat(client.get("applications/sock-shop").path("pendingPlanId")).isEqualTo(other.path("id"));
    }

    private static void theAuditLogHasWhoAndWhy(Client client, String id) {
        assertThat(client.get("audit?request=POST%20/api/v1/" + PLANS + "/" + id + "/rejection").valueStream()
                .map(entry -> entry.path("request").asString()))
                .anySatisfy(request -> assertThat(request).endsWith("/rejection: " + id.substring(0, 12) + " not before the fair"));
    }

    private static void takenBackItCanBeApprovedAndThenNotRejected(Client client, String id) {
        client.expect(204, "DELETE", PLANS + "/" + id + "/rejection", null);
        assertThat(client.get(PLANS + "/" + id).hasNonNull("rejection")).isFalse();
        client.expect(202, "POST", PLANS + "/" + id + "/approval", null);
        client.await("applications/sock-shop/deployments/latest", answer -> answer.path("state").asString().equals("DONE"));
        assertThat(client.expect(409, "POST", PLANS + "/" + id + "/rejection", null).path("code").asString()).isEqualTo("outdated-plan");
    }
}
