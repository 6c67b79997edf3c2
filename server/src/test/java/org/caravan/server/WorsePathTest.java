package org.caravan.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.caravan.json.Json;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** On a simulated network, lines of a site become worse: what uses them moves, as far as it may. */
@Tag("long")
class WorsePathTest {

    private static final String MODEL = """
            application shop {
              component web {
                form container { image "web"  cpu 0.2  memory 96 MiB }
                provides http on 80
              }
              require web in NO
              users bergen { at users-bergen via BKK ipv4  rate 1 requests/s  mix home 100 % }
              request home { users -> web  turns 3  bytes 8 KiB }
              slo fast { p95 latency of home < 300 ms }
              minimise latency of home
              %s
            }
            """;
    private static final String KEEP = "rule keep { when slo fast violated  for 10 min  then replan }";

    @TempDir
    Path data;

    private Client client;

    @Test
    void whatUsesAWorsePathIsMovedIfThePromiseNeedsItAndItIsAllowed() throws IOException {
        try (Server server = Server.start(data, List.of("--caravan.adaptation.cool-down=0s", "--caravan.adaptation.paths.pause=0s",
                "--caravan.adaptation.paths.settled=0s"))) {
            client = server.client;
            client.put("infrastructure", Server.files("sites.caravan"));
            probe();
            deploy("");
            String home = site();
            whileThePromiseHoldsNothingIsDone(home);
            byDefaultAPlanWaitsAndLapsesWhenTheLineIsBack(home);
            underFreezeNothingMovesAndTheReasonIsListed(home);
            ifMostSitesAreSilentTheFaultIsOurs(home);
            deploy(KEEP);
            ifTheModelSaysSoItMoves(home);
        }
    }

    private void whileThePromiseHoldsNothingIsDone(String home) throws IOException {
        worse(home + " 40");
        JsonNode held = decided("HELD");
        assertThat(held.path("action").path("limit").asString()).isEqualTo("promise-kept");
        assertThat(figure(held, "round trip")).isGreaterThan(figure(held, "round trip when planned") + 39);
        assertThat(figure(held, "latency")).isLessThan(figure(held, "promise"));
        fine();
    }

    private void byDefaultAPlanWaitsAndLapsesWhenTheLineIsBack(String home) throws IOException {
        worse(home + " 400");
        JsonNode proposed = decided("PROPOSED");
        System.out.println(proposed.path("cause").asString() + " " + proposed.path("outcome").asString());
        assertThat(proposed.path("cause").asString()).startsWith("The path users-bergen.BKK/ipv4 -> " + home)
                .contains(" since ", "; the latency of home of users bergen is ", ", promised by fast is less than 300 ms.");
        assertThat(proposed.path("outcome").asString()).contains("(keep promise fast) waits for approval until ",
                ": caravan deploy shop --plan ");
        assertThat(proposed.path("figures").valueStream().map(figure -> figure.path("name").asString())).containsExactly(
                "round trip when planned", "round trip", "threshold", "latency when planned", "latency", "promise", "measurements");
        assertThat(figure(proposed, "measurements")).isEqualTo(2);
        assertThat(figure(proposed, "latency when planned")).isLessThan(300);
        assertThat(figure(proposed, "latency")).isGreaterThan(800);
        assertThat(proposed.path("action").path("diffText").asString()).contains("web:1");
        assertThat(site()).isEqualTo(home);
        fine();
        assertThat(decided("LAPSED").path("outcome").asString()).endsWith(" is as it was planned.");
    }

    private void underFreezeNothingMovesAndTheReasonIsListed(String home) throws IOException {
        client.expect(201, "POST", "applications/shop/freeze", "{\"reason\":\"fair\"}");
        worse(home + " cut");
        JsonNode held = decided("HELD");
        assertThat(held.path("cause").asString()).contains(" does not answer since ");
        assertThat(held.path("action").path("limit").asString()).isEqualTo("freeze");
        assertThat(held.path("outcome").asString()).contains("frozen by ", ": fair.");
        assertThat(site()).isEqualTo(home);
        fine();
        client.expect(200, "DELETE", "applications/shop/freeze", null);
    }

    private void ifMostSitesAreSilentTheFaultIsOurs(String home) throws IOException {
        int decisions = client.get("decisions?rule=path-worse").size();
        worse(client.get("infrastructure").path("sites").valueStream().map(site -> site.path("id").asString() + " cut")
                .toArray(String[]::new));
        JsonNode fault = client.await("decisions?rule=own-fault", found -> !found.isEmpty()).path(0);
        assertThat(fault.path("cause").asString()).contains(" sites are silent to all others at the same time");
        assertThat(fault.path("outcome").asString()).isEqualTo("No path counts as worse, so nothing is moved.");
        assertThat(client.get("decisions?rule=path-worse")).hasSize(decisions);
        assertThat(site()).isEqualTo(home);
        fine();
    }

    private void ifTheModelSaysSoItMoves(String home) throws IOException {
        assertThat(client.get("applications/shop/adaptation").path("actions").valueStream()
                .filter(one -> one.path("kind").asString().equals("keep-promise")).findFirst().orElseThrow().path("autonomy").asString())
                .isEqualTo("automatic");
        worse(home + " 400");
        JsonNode done = decided("DONE");
        assertThat(done.path("action").path("approvedBy").asString()).isEqualTo("rule path-worse");
        assertThat(done.path("action").path("moves").asInt()).isEqualTo(1);
        assertThat(site()).isNotEqualTo(home);
        String target = site();
        probe();
        probe();
        client.await("decisions?rule=path-worse", found -> found.path(0).path("number").asLong() == done.path("number").asLong());
        assertThat(site()).as("nothing moves back").isEqualTo(target);
    }

    private void deploy(String rule) {
        client.put("applications/shop/model", Json.write(Map.of("files", Map.of("shop.caravan", MODEL.replace("%s", rule)))));
        String plan = client.expect(200, "POST", "applications/shop/plans", null).path("id").asString();
        client.expect(202, "POST", "applications/shop/plans/" + plan + "/approval", null);
        client.await("applications/shop/deployments/latest", answer -> answer.path("state").asString().equals("DONE"));
    }

    /** Two measurements show it. */
    private void worse(String... sites) throws IOException {
        Files.write(data.resolve("simulated-lines.txt"), List.of(sites));
        probe();
        probe();
    }

    private void fine() throws IOException {
        Files.delete(data.resolve("simulated-lines.txt"));
        probe();
        probe();
    }

    private void probe() {
        String run = client.expect(202, "POST", "probes", "{\"scope\":\"idle\"}").path("probeRunId").asString();
        client.await("probes/" + run, answer -> answer.path("state").asString().equals("DONE"));
    }

    private JsonNode decided(String state) {
        return client.await("decisions?rule=path-worse", found -> found.path(0).path("action").path("state").asString().equals(state))
                .path(0);
    }

    private static double figure(JsonNode decision, String name) {
        return decision.path("figures").valueStream().filter(figure -> figure.path("name").asString().equals(name)).findFirst()
                .orElseThrow().path("value").asDouble();
    }

    private String site() {
        return client.get("applications/shop").path("instances").path(0).path("siteId").asString();
    }
}
