package org.caravan.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.caravan.json.Json;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

class ModelTest {

    private static final String THREE_MISTAKES = """
            application broken version "1.0" {
              component web {
                form container { image "web"  cpu 0.1  memory 64 MHz }
                provides http on 80800
                requires cache.http
              }
              users here { at somewhere via ISP ipv4  rate 1 requests/s  mix look 100 % }
              request look { users -> web  turns 1  bytes 1 KiB }
            }
            """;

    private final Client client = Server.shared().client;

    @Test
    void aModelWithThreeMistakesIsRefusedAsAWholeAndChangesNothing() {
        JsonNode before = client.get("applications");

        JsonNode problem = client.expect(422, "PUT", "applications/broken/model", files(THREE_MISTAKES));

        assertThat(problem.path("code").asString()).isEqualTo("rejected-input");
        assertThat(problem.path("diagnostics").valueStream()
                        .filter(one -> one.path("severity").asString().equals("ERROR"))
                        .map(one -> one.path("file").asString() + ":" + one.path("line").asInt()).distinct().toList())
                .containsExactly("broken.caravan:3", "broken.caravan:4", "broken.caravan:5");
        assertThat(problem.path("diagnostics").valueStream()).allSatisfy(one -> {
            assertThat(one.path("column").asInt()).isPositive();
            assertThat(one.path("message").asString()).isNotBlank();
        });
        assertThat(client.get("applications")).isEqualTo(before);
        JsonNode unknown = client.expect(404, "GET", "applications/broken", null);
        assertThat(unknown.path("code").asString()).isEqualTo("unknown-application");
    }

    @Test
    void validationSaysTheSameAndKeepsNothing() {
        JsonNode verdict = client.expect(200, "POST", "models/validation", files(THREE_MISTAKES));
        assertThat(verdict.path("accepted").asBoolean()).isFalse();
        assertThat(verdict.path("diagnostics").size()).isGreaterThanOrEqualTo(3);
    }

    @Test
    void aModelOfAnotherNameIsRefused() {
        JsonNode problem = client.expect(422, "PUT", "applications/other/model",
                files("application shop version \"1\" { component a { form container { image \"a\" cpu 0.1 memory 1 MiB } } }"));
        assertThat(problem.path("diagnostics").path(0).path("code").asString()).isNotEmpty();
    }

    @Test
    void filesWithoutAnApplicationAreDoubtfulAndMakeNone() {
        JsonNode verdict = client.expect(200, "POST", "models/validation", files(""));
        assertThat(verdict.path("accepted").asBoolean()).isTrue();
        assertThat(verdict.path("diagnostics").path(0).path("severity").asString()).isEqualTo("WARNING");
        assertThat(verdict.path("diagnostics").path(0).path("code").asString()).isEqualTo("nothing-declared");
        JsonNode refused = client.expect(422, "PUT", "applications/nothing/model", files("")).path("diagnostics").path(0);
        assertThat(refused.path("code").asString()).isEqualTo("one-application");
        assertThat(refused.path("message").asString()).isEqualTo("The files [broken.caravan] declare 0 applications, not one.");
        client.expect(404, "GET", "applications/nothing", null);
    }

    private static String files(String text) {
        return Json.write(Map.of("files", Map.of("broken.caravan", text)));
    }
}
