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

    /** DNS would answer the copies of one under the names of both. */
    @Test
    void aNameThatDiffersFromAKnownOneInCaseIsRefusedWithBoth() {
        String model = "application %s { component a { form container { image \"a\" cpu 0.1 memory 1 MiB } } }";
        client.expect(200, "PUT", "applications/case-twin/model", files(model.formatted("case-twin")));
        for (String alike : new String[] {"Case-Twin", "CASE-TWIN", "case-Twin"}) {
            JsonNode problem = client.expect(409, "PUT", "applications/" + alike + "/model", files(model.formatted(alike)));
            assertThat(problem.path("code").asString()).isEqualTo("name-taken");
            assertThat(problem.path("detail").asString()).contains("(" + alike + ")", "(case-twin)", "only in case");
            assertThat(problem.path("suggestion").asString()).contains(alike + "-2");
        }
        client.expect(200, "PUT", "applications/case-twin/model", files(model.formatted("case-twin")));
        client.expect(200, "PUT", "applications/Case-Twin-2/model", files(model.formatted("Case-Twin-2")));
        assertThat(client.get("applications").findValuesAsString("name")).contains("case-twin", "Case-Twin-2")
                .doesNotContain("Case-Twin", "CASE-TWIN");
    }

    /** Whatever is in force: both are on the command line. */
    @Test
    void givenInfrastructuresJudgeGivenApplications() {
        String application =
                "application mini { component a { form container { image \"x/a\" cpu 0.1 memory 64 MiB } provides http on 80 }\n"
                + "users u { at hall-of-mini via NetCo ipv4 rate 1 requests/s mix r 100 % }\n"
                + "request r { users -> a turns 1 bytes 1 KiB } }";
        String infrastructure = "infrastructure Mini { host type box { arch amd64 cores 2 memory 2 GiB disk 10 GiB price 5 EUR/month }\n"
                + "site lab { kind edge country NO position 60 10 isp NetCo { ipv4 \"10.77.1.0/24\" gateway \"10.77.1.1\" } provider "
                        + "simulated { host box-1 of box at \"b\" } }\n"
                + "site %s { kind users country NO position 60 10 isp NetCo { ipv4 \"10.77.2.0/24\" gateway \"10.77.2.1\" } vantage v at "
                        + "\"v\" credentials c } }";
        assertThat(verdict(application + infrastructure.formatted("hall-of-mini")).path("accepted").asBoolean()).isTrue();
        assertThat(verdict(application + infrastructure.formatted("elsewhere")).path("diagnostics").findValuesAsString("code"))
                .contains("unknown-site");
    }

    private JsonNode verdict(String text) {
        return client.expect(200, "POST", "models/validation", files(text));
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
