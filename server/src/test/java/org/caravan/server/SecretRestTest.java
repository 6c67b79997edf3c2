package org.caravan.server;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Secrets by REST: in, never out. */
class SecretRestTest {

    private final Client client = Server.shared().client;

    @Test
    void aValueGoesInAndNeverComesOut() {
        String answer = client.put("secrets/rest-test", "{\"value\": \"planted-value\"}").toString();
        assertThat(answer).contains("rest-test").doesNotContain("planted-value");
        assertThat(client.get("secrets").toString()).contains("rest-test").doesNotContain("planted-value");
        client.send(client.request("secrets/rest-test", "DELETE", null).header("Authorization", "Bearer " + client.token));
        assertThat(client.get("secrets").toString()).doesNotContain("rest-test");
        assertThat(client.expect(404, "DELETE", "secrets/rest-test", null).path("code").asString()).isEqualTo("unknown-secret");
    }

    /** A folder of some systems has one file for both. */
    @Test
    void aNameThatDiffersFromAKnownOneInCaseIsRefusedWithBoth() {
        client.put("secrets/case-token", "{\"value\": \"a\"}");
        var problem = client.expect(409, "PUT", "secrets/Case-Token", "{\"value\": \"b\"}");
        assertThat(problem.path("code").asString()).isEqualTo("secret-known");
        assertThat(problem.path("detail").asString()).contains("(Case-Token)", "(case-token)");
        assertThat(problem.path("suggestion").asString()).contains("caravan secret remove case-token");
        client.put("secrets/case-token", "{\"value\": \"c\"}");
    }

    @Test
    void aNameNoModelCouldWriteAndAnEmptyValueAreRefused() {
        assertThat(client.expect(422, "PUT", "secrets/1x", "{\"value\": \"a\"}").path("code").asString()).isEqualTo("secret-name");
        assertThat(client.expect(422, "PUT", "secrets/empty", "{\"value\": \"\"}").path("code").asString()).isEqualTo("secret-size");
        assertThat(client.expect(400, "PUT", "secrets/broken", "{\"value\": \"planted-value").toString()).doesNotContain("planted-value");
    }
}
