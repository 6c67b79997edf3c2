package org.caravan.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.caravan.cli.Main;
import org.caravan.json.Json;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** A simulated server sees a host die and acts by itself, as far as it may. */
@Tag("long")
class AdaptationTest {

    private static final List<String> QUICK = List.of("--caravan.adaptation.every=1s", "--caravan.adaptation.lost-after=2s",
            "--caravan.adaptation.cool-down=0s");

    private static final String MODEL = """
            application sock-shop {
              component frontend {
                replicas 2
                form container { image "web"  cpu 0.2  memory 96 MiB }
                provides http on 80
                requires back.http
              }
              component back { form container { image "back"  cpu 0.2  memory 96 MiB }  provides http on 81 }
              require frontend in NO
              require frontend apart by host
              require back in NO
            }
            """;

    @TempDir
    Path data;

    /** Shown to users, with the shortened id of the plan. */
    private static final Pattern COMMAND = Pattern.compile(": caravan (deploy sock-shop --plan [0-9a-f]{12})");

    private Client client;
    private String url;

    @Test
    void copiesOnALostHostAreReplacedByItselfUnlessItIsFrozenOrItsOwnerWantsToBeAskedOrTheFaultIsOurs() throws Exception {
        try (Server server = Server.start(data, QUICK)) {
            client = server.client;
            url = "http://127.0.0.1:" + client.base.getPort();
            deploy();
            itReplacesWhatIsLostAndSaysWhy();
            itCompletesTheDeploymentWhenTheHostIsBack();
            underFreezeNothingMovesAndTheReasonIsListed();
            aProposalWaitsForAPerson();
            ifNoHostAnswersNothingIsReplaced();
        }
    }

    private static final String WITH_DATA = """
            application till {
              component web { form container { image "web"  cpu 0.2  memory 96 MiB }  provides http on 80  requires store.sql }
              component store stateful { form container { image "db"  cpu 0.2  memory 96 MiB  disk 1 GiB }  provides sql on 81 }
              require web in NO
              require store in NO
              minimise cost weight 1
            }
            """;

    @Test
    void dataStaysOnALostHostAndAllElseIsReplaced() throws Exception {
        try (Server server = Server.start(data, QUICK)) {
            client = server.client;
            deploy("till", WITH_DATA);
            Set<String> before = hosts(client.get("applications/till"));
            assertThat(before).as("cost puts both on one host").hasSize(1);
            String lost = before.iterator().next();
            away(lost);
            JsonNode replaced = client.await("decisions?rule=host-lost", found -> found.valueStream()
                    .anyMatch(one -> one.path("action").path("state").asString().equals("DONE"))).valueStream()
                    .filter(one -> one.path("action").path("state").asString().equals("DONE")).findFirst().orElseThrow();
            JsonNode till = client.get("applications/till");
            assertThat(hostOf(till, "store:1")).isEqualTo(lost);
            assertThat(hostOf(till, "web:1")).isNotEqualTo(lost);
            assertThat(replaced.path("cause").asString()).endsWith("store:1 stays unavailable on the lost host: the data is only there.");
            JsonNode held = client.await("decisions?rule=host-lost", found -> found.path(0).path("action").path("state").asString()
                    .equals("HELD")).path(0);
            assertThat(held.path("action").path("limit").asString()).isEqualTo("stateful");
            back();
            client.await("applications/till", AdaptationTest::running);
            assertThat(hostOf(client.get("applications/till"), "store:1")).isEqualTo(lost);
        }
    }

    private static String hostOf(JsonNode application, String instance) {
        return application.path("instances").valueStream().filter(one -> one.path("instance").asString().equals(instance)).findFirst()
                .orElseThrow().path("hostId").asString();
    }

    private void deploy() {
        deploy("sock-shop", MODEL);
    }

    private void deploy(String application, String model) {
        client.put("infrastructure", Server.files("sites.caravan"));
        String run = client.expect(202, "POST", "probes", "{\"scope\":\"standard\"}").path("probeRunId").asString();
        client.await("probes/" + run, answer -> answer.path("state").asString().equals("DONE"));
        client.put("applications/" + application + "/model", Json.write(Map.of("files", Map.of("shop.caravan", model))));
        String plan = client.expect(200, "POST", "applications/" + application + "/plans", null).path("id").asString();
        client.expect(202, "POST", "applications/" + application + "/plans/" + plan + "/approval", null);
        client.await("applications/" + application + "/deployments/latest", answer -> answer.path("state").asString().equals("DONE"));
    }

    private void itReplacesWhatIsLostAndSaysWhy() throws IOException {
        String lost = host();
        Set<String> others = hosts();
        others.remove(lost);
        long begun = System.nanoTime();
        away(lost);
        client.await("applications/sock-shop", answer -> hosts(answer).stream().noneMatch(lost::equals) && running(answer));
        System.out.println("host lost until all instances run: " + Duration.ofNanos(System.nanoTime() - begun).toMillis() + " ms");
        JsonNode decision = client.await("decisions?rule=host-lost", found -> found.path(0).path("action").path("state").asString()
                .equals("DONE")).path(0);
        assertThat(decision.path("subjects").toString()).contains(lost);
        assertThat(decision.path("cause").asString()).startsWith(lost + " does not answer since ").contains(" hosts do.");
        assertThat(decision.path("figures").valueStream().map(figure -> figure.path("name").asString()))
                .containsExactly("silence", "threshold", "looks without answer", "instances lost", "last answer before the silence",
                        "planned after", "deployment begun after", "copies ready after", "deployment ended after");
        List<Double> course = decision.path("figures").valueStream().filter(figure -> figure.path("name").asString().endsWith(" after"))
                .map(figure -> figure.path("value").asDouble()).toList();
        assertThat(course).as("in order of time").isSorted();
        assertThat(course.get(0)).isNotNegative();
        JsonNode action = decision.path("action");
        assertThat(action.path("kind").asString()).isEqualTo("replace");
        assertThat(action.path("autonomy").asString()).isEqualTo("automatic");
        assertThat(action.path("approvedBy").asString()).isEqualTo("rule host-lost");
        assertThat(action.path("planId").asString()).hasSize(64);
        assertThat(action.path("diffText").asString()).isNotEmpty();
        assertThat(action.path("moves").asInt()).as("all others stay").isZero();
        assertThat(hosts()).containsAll(others);
        assertThat(client.get("audit?most=100").toString()).contains("rule host-lost", "/approval: decision " + decision.path("number")
                .asLong());
    }

    private void itCompletesTheDeploymentWhenTheHostIsBack() throws IOException {
        back();
        JsonNode decision = client.await("decisions?rule=host-back", found -> found.path(0).path("action").path("state").asString()
                .equals("DONE")).path(0);
        assertThat(decision.path("outcome").asString()).endsWith("is done.");
        awaitDeployed();
    }

    private void underFreezeNothingMovesAndTheReasonIsListed() throws IOException {
        JsonNode frozen = client.expect(201, "POST", "applications/sock-shop/freeze", "{\"reason\":\"fair\"}");
        assertThat(frozen.path("freeze").path("reason").asString()).isEqualTo("fair");
        Set<String> before = hosts();
        String lost = host();
        away(lost);
        JsonNode held = client.await("decisions?rule=host-lost", found -> found.path(0).path("action").path("state").asString()
                .equals("HELD")).path(0);
        assertThat(held.path("action").path("limit").asString()).isEqualTo("freeze");
        assertThat(held.path("outcome").asString()).contains("frozen by ", ": fair.");
        assertThat(hosts()).isEqualTo(before);
        client.expect(200, "DELETE", "applications/sock-shop/freeze", null);
        client.await("decisions?rule=host-lost", found -> found.path(0).path("action").path("state").asString().equals("DONE"));
        assertThat(hosts()).doesNotContain(lost);
        back();
        awaitDeployed();
    }

    private void aProposalWaitsForAPerson() throws IOException {
        assertThat(client.put("applications/sock-shop/autonomy/replace", "{\"autonomy\":\"propose\"}").path("actions").path(0)
                .path("autonomy").asString()).isEqualTo("propose");
        Set<String> before = hosts();
        String lost = host();
        away(lost);
        JsonNode proposed = client.await("decisions?rule=host-lost", found -> found.path(0).path("action").path("state").asString()
                .equals("PROPOSED")).path(0);
        assertThat(proposed.path("outcome").asString()).contains("waits for approval until ", ": caravan deploy sock-shop --plan ");
        assertThat(hosts()).isEqualTo(before);
        Matcher command = COMMAND.matcher(proposed.path("outcome").asString());
        assertThat(command.find()).isTrue();
        assertThat(Main.run(Stream.concat(Stream.of(command.group(1).split(" ")), Stream.of("--auto-approve", "--no-wait", "--server", url,
                "--token-file", data.resolve("token").toString())).toArray(String[]::new))).as("the command that it names").isZero();
        JsonNode approved = client.await("decisions?rule=host-lost", found -> found.path(0).path("action").path("state").asString()
                .equals("DONE")).path(0);
        assertThat(approved.path("number")).isEqualTo(proposed.path("number"));
        assertThat(approved.path("action").path("approvedBy").asString()).isNotEmpty().doesNotContain("rule");
        assertThat(hosts()).doesNotContain(lost);
        back();
        awaitDeployed();
        client.put("applications/sock-shop/autonomy/replace", "{\"autonomy\":\"automatic\"}");
    }

    private void ifNoHostAnswersNothingIsReplaced() throws IOException {
        Set<String> before = hosts();
        int decisions = client.get("decisions?rule=host-lost").size();
        Files.write(data.resolve("simulated-outages.txt"), client.get("infrastructure").path("sites").valueStream()
                .flatMap(site -> site.path("hosts").valueStream()).map(host -> host.path("id").asString()).toList());
        JsonNode held = client.await("decisions?rule=own-fault", found -> !found.isEmpty()).path(0);
        assertThat(held.path("action").path("limit").asString()).isEqualTo("no-host-answers");
        assertThat(held.path("outcome").asString()).isEqualTo("No host counts as lost, so nothing is replaced.");
        await().during(Duration.ofSeconds(3)).until(() -> client.get("decisions?rule=host-lost")
                .size() == decisions);
        assertThat(hosts()).isEqualTo(before);
    }

    private void away(String hostId) throws IOException {
        Files.writeString(data.resolve("simulated-outages.txt"), hostId + "\n");
    }

    private void back() throws IOException {
        Files.delete(data.resolve("simulated-outages.txt"));
    }

    private void awaitDeployed() {
        client.await("applications/sock-shop/deployments/latest", answer -> answer.path("state").asString().equals("DONE"));
    }

    /** One that runs instances. */
    private String host() {
        return hosts().iterator().next();
    }

    private Set<String> hosts() {
        return hosts(client.get("applications/sock-shop"));
    }

    private static Set<String> hosts(JsonNode application) {
        return application.path("instances").valueStream().map(instance -> instance.path("hostId").asString())
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static boolean running(JsonNode application) {
        return application.path("instances").valueStream().allMatch(instance -> instance.path("state").asString().equals("RUNNING"));
    }
}
