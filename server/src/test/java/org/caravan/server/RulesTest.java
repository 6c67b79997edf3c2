package org.caravan.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.caravan.json.Json;
import org.caravan.server.decision.BuiltInRule;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** By what the server decides: rules of its own, with their settings and decisions; and those of models. */
class RulesTest {

    private static final String MODEL = """
            application ruled {
              component web { form container { image "web" cpu 0.1 memory 16 MiB } }
              metric load { sensor cpu of web  every 5 s  window 60 s by mean }
              rule busy { when load > 80 % for 30 s then replan pause 5 min }
              rule again { every 1 h then replan }
            }
            """;

    @TempDir
    Path data;

    @Test
    void rulesSayWhatTheyGoByWhatTheyDecidedAndWhetherTheyAreHonoured() throws Exception {
        try (Server server = Server.start(data, List.of("--caravan.probing.alone=0s"))) {
            Client client = server.client;
            ownRules(client);
            aDecisionIsCountedForWhoHearsOfIt(client);
            rulesOfAModelStandWhereItWritesThem(client);
        }
    }

    private static JsonNode own(Client client, String rule) {
        return client.get("rules").valueStream().filter(one -> one.path("rule").asString().equals(rule)).findFirst().orElseThrow();
    }

    private static void ownRules(Client client) {
        assertThat(client.get("rules").size()).isEqualTo(BuiltInRule.values().length);
        JsonNode heard = own(client, "lookout-heard");
        assertThat(heard.path("active").asBoolean(true)).isFalse();
        assertThat(heard.path("settings").valueStream()
                .map(setting -> setting.path("name").asString() + "=" + setting.path("value").asString()))
                .containsExactly("caravan.probing.every=0s", "caravan.probing.alone=0s");
        assertThat(heard.path("decisions").asLong(-1)).isZero();
        assertThat(heard.has("lastDecision")).isFalse();
        assertThat(own(client, "images-ahead").path("settings").path(1).path("unit").asString()).isEqualTo("Mbit/s");
    }

    /** Planned at once when it is handed over: the decision is read at the address that the rule tells. */
    private static void aDecisionIsCountedForWhoHearsOfIt(Client client) {
        client.put("infrastructure", Server.files("sites.caravan"));
        String run = client.expect(202, "POST", "probes", "{\"scope\":\"idle\"}").path("probeRunId").asString();
        client.await("probes/" + run, answer -> answer.path("state").asString().equals("DONE"));
        client.put("applications/ruled/model", Json.write(Map.of("files", Map.of("ruled.caravan", MODEL))));
        client.await("decisions?rule=model-planned", found -> !found.isEmpty());
        JsonNode rule = own(client, "model-planned");
        assertThat(rule.path("decisions").asLong()).isEqualTo(1);
        JsonNode last = client.get(rule.path("lastDecision").path("address").asString().replace("/api/v1/", ""));
        assertThat(last.size()).isEqualTo(1);
        assertThat(last.path(0).path("number")).isEqualTo(rule.path("lastDecision").path("number"));
        assertThat(last.path(0).path("at")).isEqualTo(rule.path("lastDecision").path("at"));
        client.expect(201, "POST", "organisations", "{\"name\": \"other\"}");
        String foreign = client.expect(201, "POST", "tokens", "{\"name\": \"o\", \"role\": \"admin\", \"organisation\": \"other\"}")
                .path("token").asString();
        Client other = new Client(client.base.getPort(), foreign);
        assertThat(own(other, "model-planned").path("decisions").asLong(-1)).as("about no application of theirs").isZero();
        assertThat(own(other, "model-planned").has("lastDecision")).isFalse();
        other.expect(404, "GET", "applications/ruled/rules", null);
    }

    private static void rulesOfAModelStandWhereItWritesThem(Client client) {
        JsonNode rules = client.get("applications/ruled/rules");
        assertThat(rules.valueStream().map(rule -> rule.path("name").asString())).containsExactly("again", "busy");
        JsonNode busy = rules.path(1);
        assertThat(busy.path("condition").asString()).isEqualTo("load > 80 %");
        assertThat(busy.path("holdsSeconds").asDouble()).isEqualTo(30);
        assertThat(busy.path("pauseSeconds").asDouble()).isEqualTo(300);
        assertThat(busy.path("actions").toString()).isEqualTo("[\"replan\"]");
        assertThat(busy.path("file").asString() + ":" + busy.path("line").asInt()).isEqualTo("ruled.caravan:4");
        JsonNode validation = client.expect(200, "POST", "models/validation", Json.write(Map.of("files", Map.of("ruled.caravan", MODEL))));
        assertThat(rules.valueStream()).allSatisfy(rule -> {
            List<String> warnings = validation.path("diagnostics").valueStream()
                    .filter(warning -> warning.path("line").asInt() == rule.path("line").asInt())
                    .map(warning -> warning.path("message").asString()).toList();
            assertThat(rule.path("reasons").valueStream().map(JsonNode::asString).toList()).as("as the warning says").isEqualTo(warnings);
            assertThat(rule.path("honoured").asBoolean()).isEqualTo(warnings.isEmpty());
        });
        assertThat(rules.path(0).path("everySeconds").asDouble()).isEqualTo(3600);
        assertThat(rules.path(0).has("condition")).isFalse();
    }
}
