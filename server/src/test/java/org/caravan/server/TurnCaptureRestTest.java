package org.caravan.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.caravan.api.application.TurnCaptureView.HopView;
import org.caravan.api.application.TurnCaptureView.RequestView;
import org.caravan.api.application.TurnCaptureView.ResultView;
import org.caravan.json.Json;
import org.caravan.server.adaptation.ProfileLimit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/**
 * Captures from the request to the adapter, which here simulates and captures nothing; {@code TurnCaptureTest} captures real containers.
 */
class TurnCaptureRestTest {

    private static final String PATH = "applications/turns/turn-captures";

    @Test
    void capturesAreCheckedAuditedAndFailWithTheReasonOfTheHost(@TempDir Path data) {
        try (Server server = Server.start(data)) {
            Client client = server.client;
            client.put("infrastructure", Json.write(Map.of("files", Map.of("sites.caravan", Server.text("drained-sites.caravan")))));
            String run = client.expect(202, "POST", "probes", "{\"scope\":\"standard\"}").path("probeRunId").asString();
            client.await("probes/" + run, answer -> answer.path("state").asString().equals("DONE"));
            client.put("applications/turns/model", model(Server.text("turns.caravan")));
            assertThat(client.expect(409, "POST", PATH, "{}").path("code").asString()).isEqualTo("not-deployed");
            deploy(client);

            assertThat(client.expect(422, "POST", PATH, "{\"seconds\": 301}").path("code").asString()).isEqualTo("capture-invalid");
            assertThat(client.expect(422, "POST", PATH, "{\"components\": [\"wbe\"]}").path("detail").asString()).contains("(wbe)");
            assertThat(client.expect(404, "GET", PATH + "/7", null).path("code").asString()).isEqualTo("unknown-capture");
            String id = client.expect(202, "POST", PATH, "{\"seconds\": 2}").path("id").asString();
            JsonNode ended = client.await(PATH + "/" + id, answer -> !answer.path("state").asString().equals("RUNNING"));
            assertThat(ended.path("state").asString()).isEqualTo("FAILED");
            assertThat(ended.path("error").asString()).contains("cannot capture the packets of copies", "Maybe");
            assertThat(client.get("audit?most=1000").toString()).contains("captures headers of packets and request lines for 2 s");

            client.expect(200, "PUT", "applications/turns/autonomy/replan", "{\"autonomy\":\"automatic\"}");
            server.bean(ProfileLimit.class).check("turns", captured(3, 0.5));
            assertThat(replan(client)).isEqualTo("automatic");
            server.bean(ProfileLimit.class).check("turns", captured(30, 0.9));
            assertThat(replan(client)).isEqualTo("propose");
            assertThat(client.await("decisions", decisions -> decisions.toString().contains("profile-outdated")).toString())
                    .contains("9 turns and 700 bytes captured, 1 turns and 600 bytes in the model (30 requests)");

            client.expect(200, "PUT", "applications/turns/autonomy/replan", "{\"autonomy\":\"automatic\"}");
            server.bean(ProfileLimit.class).check("turns", captured(30, 0.9));
            assertThat(replan(client)).as("the owner's choice after it stays").isEqualTo("automatic");

            client.put("applications/turns/model", model(Server.text("turns.caravan").replaceAll("when GET \"/cgi[^\"]*\"", "")));
            assertThat(client.expect(409, "POST", PATH, "{}").path("code").asString()).isEqualTo("no-patterns");
            server.bean(ProfileLimit.class).check("turns", captured(30, 0.9));
            assertThat(replan(client)).as("another revision of the model").isEqualTo("propose");
        }
    }

    private static ResultView captured(int samples, double agreement) {
        HopView hop = new HopView("users", "web", 9, agreement, 700, 700, 700, 1, 1, 2, 1, Optional.of(1), Optional.of(600L),
                Optional.empty(), false);
        return new ResultView(samples, 0, 0, 0, 0, false, false, List.of(),
                List.of(new RequestView("page", samples, 20, false, List.of(hop), Optional.empty())), List.of());
    }

    private static String replan(Client client) {
        return client.get("applications/turns/adaptation").path("actions").valueStream()
                .filter(action -> action.path("kind").asString().equals("replan")).findFirst().orElseThrow().path("autonomy").asString();
    }

    private static String model(String text) {
        return Json.write(Map.of("files", Map.of("turns.caravan", text)));
    }

    private static void deploy(Client client) {
        String plan = client.expect(200, "POST", "applications/turns/plans", null).path("id").asString();
        client.expect(202, "POST", "applications/turns/plans/" + plan + "/approval", null);
        client.await("applications/turns/deployments/latest", answer -> answer.path("state").asString().equals("DONE"));
    }
}
