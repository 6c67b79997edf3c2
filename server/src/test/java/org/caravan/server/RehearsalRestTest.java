package org.caravan.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.caravan.json.Json;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** A rehearsal over REST: what would be decided, beside today's rules, and nothing outside changes. */
class RehearsalRestTest {

    private static final String MODEL = """
            application shop {
              component web {
                replicas 1..3  capacity 50 requests/s
                form container { image "web"  cpu 0.2  memory 96 MiB }
                provides http on 80
              }
              metric load { sensor cpu of web }
              rule busy { when load > 80 %  for 1 min  then scale out web, notify "http://127.0.0.1:PORT/a"  pause 2 min }
            }
            """;
    private static final String LOAD = "0s,cpu of web,0.1\n10m,cpu of web,0.5\n30m,cpu of web,0.5\n";

    @TempDir
    Path data;

    private final MessageReceiver receiver = new MessageReceiver();

    @Test
    void rulesAreRehearsedWithoutEffect() throws Exception {
        receiver.keyIn(data.resolve("credentials"));
        String model = MODEL.replace("PORT", String.valueOf(receiver.port()));
        try (receiver; Server server = Server.start(data, List.of("--caravan.messages.origins=http://127.0.0.1:" + receiver.port()))) {
            Client client = server.client;
            client.put("infrastructure", Server.files("sites.caravan"));
            String run = client.expect(202, "POST", "probes", "{\"scope\":\"standard\"}").path("probeRunId").asString();
            client.await("probes/" + run, answer -> answer.path("state").asString().equals("DONE"));
            client.put("applications/shop/model", Json.write(Map.of("files", Map.of("shop.caravan", model))));
            assertThat(client.expect(409, "POST", "applications/shop/rehearsals", Json.write(Map.of("load", LOAD))).path("code").asString())
                    .isEqualTo("not-deployed");
            String plan = client.expect(200, "POST", "applications/shop/plans", null).path("id").asString();
            client.expect(202, "POST", "applications/shop/plans/" + plan + "/approval", null);
            client.await("applications/shop/deployments/latest", answer -> answer.path("state").asString().equals("DONE"));
            List<JsonNode> before = outside(client);

            JsonNode result = rehearsed(client, Map.of("load", LOAD, "chart", true, "rules", Map.of("shop.caravan",
                    model.replace("load > 80 %", "load > 300 %"))));
            assertThat(result.path("comparedWith").asString()).isEqualTo("today's rules");
            assertThat(result.path("rehearsed").path("decisions")).isEmpty();
            JsonNode today = result.path("compared");
            assertThat(today.path("starts").asInt()).isEqualTo(2);
            assertThat(today.path("decisions").toString()).contains("Rule busy: load > 80 % holds since",
                    "It would send a message to 127.0.0.1.");
            assertThat(today.path("costEuros").asDouble()).isGreaterThanOrEqualTo(result.path("rehearsed").path("costEuros").asDouble());
            assertThat(result.path("text").asString()).contains("rehearsed", "today's rules", "starts and stops",
                    "times as fast as real time");
            assertThat(result.path("chart").asString()).contains("<svg");

            assertThat(outside(client)).as("decisions, plans, deployments and instances").isEqualTo(before);
            refusals(client);
        }
    }

    private static List<JsonNode> outside(Client client) {
        return List.of(client.get("decisions"), client.get("applications/shop/plans"), client.get("applications/shop/deployments"),
                client.get("applications/shop/targets"));
    }

    private static JsonNode rehearsed(Client client, Map<String, Object> body) {
        String id = client.expect(202, "POST", "applications/shop/rehearsals", Json.write(body)).path("id").asString();
        JsonNode ended = client.await("applications/shop/rehearsals/" + id, one -> !one.path("state").asString().equals("RUNNING"));
        assertThat(ended.path("state").asString()).as(ended.toString()).isEqualTo("DONE");
        return ended.path("result");
    }

    private static void refusals(Client client) {
        refused(client, 422, "period-invalid", Map.of());
        refused(client, 422, "period-invalid", Map.of("from", "7 days"));
        refused(client, 422, "period-invalid", Map.of("from", "99d"));
        refused(client, 409, "not-deployed", Map.of("from", "7d"));
        refused(client, 422, "load-invalid", Map.of("load", "0s,host nowhere,1\n1m,host nowhere,0\n"));
        refused(client, 422, "rules-unfit", Map.of("load", LOAD, "rules", Map.of("shop.caravan",
                "application other { component web { form container { image \"x\"  cpu 1  memory 64 MiB } } }")));
        client.expect(404, "GET", "applications/shop/rehearsals/99", null);
        client.expect(404, "DELETE", "applications/shop/rehearsals/99", null);
        String id = client.expect(202, "POST", "applications/shop/rehearsals", Json.write(Map.of("load", LOAD + "14d,cpu of web,0\n")))
                .path("id").asString();
        refused(client, 409, "rehearsal-under-way", Map.of("load", LOAD));
        client.expect(200, "DELETE", "applications/shop/rehearsals/" + id, null);
        client.await("applications/shop/rehearsals/" + id, one -> one.path("state").asString().equals("CANCELLED"));
    }

    private static void refused(Client client, int status, String code, Map<String, Object> body) {
        JsonNode answer = client.expect(status, "POST", "applications/shop/rehearsals", Json.write(body));
        assertThat(answer.path("code").asString()).as(answer.toString()).isEqualTo(code);
    }
}
