package org.caravan.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.caravan.json.Json;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/** What cannot be understood, or is not there, is said in the words of all refusals: what, which value, and what would be right. */
class MalformedRequestTest {

    private final Client client = Server.shared().client;

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            GET  | probes?state=NOPE         | 400 | The query's (state) cannot be (NOPE).        | write one of 
            GET  | applications?most=many    | 400 | The query's (most) cannot be (many).         \
            | write a whole number, at most 2147483647.
            GET  | applications?most=2147483648 | 400 | The query's (most) cannot be (2147483648). \
            | write a whole number, at most 2147483647.
            GET  | audit?before=             | 400 | The query's (before) cannot be ().           \
            | write a whole number, at most 9223372036854775807.
            GET  | network/timeline?from=a   | 400 | The query has no (to).                       | add it: to=VALUE.
            GET  | users                     | 404 | There is nothing at (/api/v1/users).         \
            | see the OpenAPI document at /api/v1/openapi.
            POST | applications              | 405 | The method (POST) is not for this path.      | use one of GET
            """)
    void whatIsWrongAndWhatWouldBeRight(String method, String path, int status, String detail, String suggestion) {
        JsonNode problem = client.expect(status, method, path, null);
        assertThat(problem.path("detail").asString()).isEqualTo(detail);
        assertThat(problem.path("suggestion").asString()).startsWith(suggestion);
        assertThat(problem.path("code").asString()).isEqualTo(status == 404 ? "unknown-resource" : "bad-request");
    }

    @Test
    void whatWasNeverDeployedIsNotUnknown() {
        client.put("applications/only-modelled/model", Json.write(Map.of("files", Map.of("only-modelled.caravan",
                "application only-modelled version \"1\" { component a { form container { image \"a\" cpu 0.1 memory 1 MiB } } }"))));
        for (String request : new String[] {"DELETE applications/only-modelled", "POST applications/only-modelled/repair",
                "POST applications/only-modelled/rollback",
                "GET applications/only-modelled/drift"}) {
            String[] words = request.split(" ");
            assertThat(client.expect(409, words[0], words[1], null).path("code").asString()).as(request).isEqualTo("never-deployed");
        }
        assertThat(client.expect(404, "GET", "applications/onlymodelled", null).path("suggestion").asString()).as("the nearest few")
                .contains("only-modelled");
    }
}
