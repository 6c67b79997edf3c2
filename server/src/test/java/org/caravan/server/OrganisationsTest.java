package org.caravan.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.WebSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.caravan.json.Json;
import org.caravan.server.organisation.OrganisationScope;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Two organisations of one installation, each with an application that runs: neither hears of the other. */
class OrganisationsTest {

    private static final String ACME_APPLICATION = "vixen";
    private static final String OTHER_APPLICATION = "badger";

    @TempDir
    static Path data;

    private static Server server;
    private static Client owner;
    private static Client acme;
    private static Client other;

    @BeforeAll
    static void start() {
        server = Server.start(data);
        owner = server.client;
        owner.put("infrastructure", Server.files("sites.caravan"));
        acme = member("acme", "admin");
        other = member("Harbour", "admin");
        probed();
        deploy(acme, ACME_APPLICATION);
        deploy(other, OTHER_APPLICATION);
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static Client member(String organisation, String role) {
        if (owner.get("organisations").valueStream().noneMatch(each -> each.path("name").asString().equals(organisation))) {
            owner.expect(201, "POST", "organisations", "{\"name\": \"" + organisation + "\"}");
        }
        return token(owner, organisation, role);
    }

    private static Client token(Client admin, String organisation, String role) {
        JsonNode made = admin.expect(201, "POST", "tokens", "{\"name\": \"x\", \"role\": \"" + role + "\", \"organisation\": \""
                + organisation + "\"}");
        return new Client(owner.base.getPort(), made.path("token").asString());
    }

    private static void probed() {
        String run = owner.expect(202, "POST", "probes", "{\"scope\": \"standard\"}").path("probeRunId").asString();
        owner.await("probes/" + run, probe -> probe.path("state").asString().equals("DONE"));
    }

    private static String model(String name, String more) {
        return Json.write(Map.of("files", Map.of("shelf.caravan",
                Server.text("shelf.caravan").replace("application shelf version \"1\" {", "application " + name + " { " + more)
                .replace("users-coast via Fibre", "users-bergen via BKK"))));
    }

    private static void deploy(Client client, String name) {
        client.put("applications/" + name + "/model", model(name, ""));
        JsonNode plan = client.expect(200, "POST", "applications/" + name + "/plans", null);
        String id = client.expect(202, "POST", "applications/" + name + "/plans/" + plan.path("id").asString() + "/approval", null)
                .path("deploymentId").asString();
        client.await("applications/" + name + "/deployments/" + id, run -> run.path("state").asString().equals("DONE"));
    }

    @Test
    void whatIsAnothersIsRefusedAsWhatIsNotThere() {
        for (String path : List.of("", "/model", "/plans", "/plans/latest", "/deployments", "/deployments/latest", "/targets", "/drift",
                "/metrics", "/requests", "/predictions", "/forecasts", "/adaptation", "/rules",
                "/instances/a:1/log")) {
            JsonNode foreign = other.expect(404, "GET", "applications/" + ACME_APPLICATION + path, null);
            JsonNode none = other.expect(404, "GET", "applications/nobody" + path, null);
            assertThat(foreign.toString().replace(ACME_APPLICATION, "nobody")).as(path).isEqualTo(none.toString());
        }
        other.expect(404, "DELETE", "applications/" + ACME_APPLICATION, null);
        other.expect(404, "POST", "applications/" + ACME_APPLICATION + "/what-if", "{}");
        other.expect(404, "POST", "applications/" + ACME_APPLICATION + "/rehearsals", "{\"from\":\"1h\"}");
        assertThat(acme.get("applications/" + ACME_APPLICATION).path("state").asString()).isEqualTo("RUNNING");
    }

    @Test
    void noAnswerNamesWhatIsAnothers() {
        List<String> leaking = new ArrayList<>();
        owner.get("openapi").path("paths").properties().forEach(path -> {
            if (!path.getKey().contains("{") && path.getValue().has("get") && !path.getKey().endsWith("/events")
                    && !path.getKey().endsWith("/audit")) {
                HttpResponse<String> answer = acme.send(acme.request(path.getKey(), "GET", null)
                        .header("Authorization", "Bearer " + acme.token));
                if (answer.body().contains(OTHER_APPLICATION) || answer.body().contains("Harbour")) {
                    leaking.add(path.getKey());
                }
            }
        });
        assertThat(leaking).isEmpty();
        assertThat(acme.get("applications").findValuesAsString("name")).containsExactly(ACME_APPLICATION);
        assertThat(owner.get("applications").findValuesAsString("name")).contains(ACME_APPLICATION, OTHER_APPLICATION);
        assertThat(acme.get("organisations").findValuesAsString("name")).containsExactly("acme");
        assertThat(acme.get("tokens").findValuesAsString("organisation")).isNotEmpty().allMatch("acme"::equals);
        assertThat(acme.get("audit").findValuesAsString("organisation")).isNotEmpty().allMatch("acme"::equals);
        assertThat(acme.get("audit").size()).isEqualTo(acme.get("audit").findValuesAsString("organisation").size());
        assertThat(owner.get("audit/verification").path("intact").asBoolean()).isTrue();
    }

    @Test
    void whatRunsOnAHostIsCountedButNotNamed() {
        String host = owner.get("applications/" + OTHER_APPLICATION).path("instances").path(0).path("hostId").asString();
        JsonNode seen = acme.get("nodes/" + host + "/drain");
        assertThat(seen.path("others").asInt()).isPositive();
        assertThat(seen.toString()).doesNotContain(OTHER_APPLICATION);
        assertThat(owner.get("nodes/" + host + "/drain").toString()).contains(OTHER_APPLICATION);
        JsonNode node = acme.get("nodes").path("hosts").valueStream().filter(one -> one.path("hostId").asString().equals(host)).findFirst()
                .orElseThrow();
        assertThat(node.path("use").path("others").asInt()).isEqualTo(seen.path("others").asInt());
        assertThat(node.path("use").path("memory").asLong()).as("room is told, whoever has it").isPositive();
        assertThat(node.toString()).doesNotContain(OTHER_APPLICATION);
    }

    @Test
    void eventsAreHeardByTheirOwnersAlone() throws IOException {
        try (BufferedReader mine = listening(acme); BufferedReader all = listening(owner)) {
            other.put("applications/" + OTHER_APPLICATION + "/model", model(OTHER_APPLICATION, "annotations { a \"1\" }"));
            acme.put("applications/" + ACME_APPLICATION + "/model", model(ACME_APPLICATION, "annotations { a \"2\" }"));
            assertThat(readUntil(mine, ACME_APPLICATION)).isNotEmpty().noneMatch(line -> line.contains(OTHER_APPLICATION));
            assertThat(readUntil(all, ACME_APPLICATION)).anyMatch(line -> line.contains(OTHER_APPLICATION));
        }
    }

    @Test
    void whatWasMissedIsHeardByItsOwnersAloneToo() throws IOException {
        HttpResponse<InputStream> missed = acme.send(acme.request("events", "GET", null).header("Authorization", "Bearer " + acme.token)
                .header("Last-Event-ID", "0"),
                BodyHandlers.ofInputStream());
        try (BufferedReader lines = reader(missed)) {
            assertThat(readUntil(lines, ACME_APPLICATION)).noneMatch(line -> line.contains(OTHER_APPLICATION));
        }
    }

    /** The first message of the editor's socket has the texts there are to edit. */
    @Test
    void theEditorOfAnothersApplicationHasNoneOfItsTexts() throws Exception {
        assertThat(draft(other, OTHER_APPLICATION)).contains("application " + OTHER_APPLICATION);
        assertThat(draft(acme, OTHER_APPLICATION)).contains("caravan/draft").doesNotContain("application " + OTHER_APPLICATION);
    }

    private static String draft(Client client, String application) throws Exception {
        CompletableFuture<String> first = new CompletableFuture<>();
        StringBuilder heard = new StringBuilder();
        WebSocket socket = HttpClient.newHttpClient().newWebSocketBuilder().header("Authorization", "Bearer " + client.token)
                .header("Origin", client.base.toString())
                .buildAsync(URI.create("ws://" + client.base.getAuthority() + "/editor/language?application=" + application),
                        new WebSocket.Listener() {
                    @Override
                    public CompletionStage<?> onText(WebSocket from, CharSequence data, boolean last) {
                        heard.append(data);
                        if (last) {
                            first.complete(heard.toString());
                        }
                        from.request(1);
                        return null;
                    }
                }).join();
        try {
            return first.get(60, TimeUnit.SECONDS);
        } finally {
            socket.abort();
        }
    }

    private static BufferedReader listening(Client client) throws IOException {
        BufferedReader lines = reader(client.send(client.request("events", "GET", null).header("Authorization", "Bearer " + client.token),
                BodyHandlers.ofInputStream()));
        assertThat(lines.readLine()).contains("listening");
        return lines;
    }

    private static BufferedReader reader(HttpResponse<InputStream> response) {
        assertThat(response.statusCode()).isEqualTo(200);
        return new BufferedReader(new InputStreamReader(response.body(), StandardCharsets.UTF_8));
    }

    private static List<String> readUntil(BufferedReader lines, String word) throws IOException {
        List<String> read = new ArrayList<>();
        do {
            read.add(lines.readLine());
        } while (!read.get(read.size() - 1).contains(word));
        return read;
    }

    @Test
    void aNameIsOneOrganisationsAndItIsNotSaidWhose() {
        JsonNode refused = acme.expect(409, "PUT", "applications/" + OTHER_APPLICATION + "/model", model(OTHER_APPLICATION, ""));
        assertThat(refused.path("code").asString()).isEqualTo("name-taken");
        assertThat(refused.toString()).doesNotContain("Harbour");
    }

    @Test
    void anApplicationIsOwnedByWhoseTextSaysSo() {
        String harbour = "organisation Harbour { } "
                + "application quay version \"1\" { owned by Harbour component a { form container { image \"a\" cpu 0.1 memory 1 MiB } } }";
        String body = Json.write(Map.of("files", Map.of("quay.caravan", harbour)));
        assertThat(acme.expect(422, "PUT", "applications/quay/model", body).path("diagnostics").path(0).path("code").asString())
                .isEqualTo("other-organisation");
        owner.put("applications/quay/model", body);
        other.get("applications/quay");
        acme.expect(404, "GET", "applications/quay", null);
        assertThat(owner.expect(422, "PUT", "applications/pier/model", body.replace("quay", "pier").replace("Harbour", "Nobody"))
                .toString()).contains("organisation create Nobody");
    }

    @Test
    void secretsOfOneNameAreOfEach() throws IOException {
        acme.put("secrets/shared-name", "{\"value\": \"of acme\"}");
        String version = acme.get("secrets").path(0).path("version").asString();
        assertThat(other.get("secrets").toString()).doesNotContain("shared-name");
        assertThat(owner.get("secrets").toString()).doesNotContain("shared-name");
        other.put("secrets/shared-name", "{\"value\": \"of Harbour\"}");
        assertThat(acme.get("secrets").path(0).path("version").asString()).isEqualTo(version);
        assertThat(owner.get("secrets?organisation=acme").path(0).path("name").asString()).isEqualTo("shared-name");
        assertThat(acme.expect(404, "GET", "secrets?organisation=Harbour", null).path("code").asString()).isEqualTo("unknown-organisation");
        assertThat(Files.exists(data.resolve("secrets/@acme/shared-name"))).isTrue();
        assertThat(other.send(other.request("secrets/shared-name", "DELETE", null).header("Authorization", "Bearer " + other.token))
                .statusCode()).isEqualTo(204);
        assertThat(acme.get("secrets").findValuesAsString("name")).containsExactly("shared-name");
    }

    @Test
    void anAdminOfAnOrganisationMakesTokensOfThatAlone() {
        Client viewer = token(acme, "acme", "viewer");
        assertThat(viewer.get("applications").findValuesAsString("name")).containsExactly(ACME_APPLICATION);
        assertThat(acme.expect(404, "POST", "tokens", "{\"name\": \"x\", \"role\": \"viewer\", \"organisation\": \"Harbour\"}").path("code")
                .asString())
                .isEqualTo("unknown-organisation");
        assertThat(acme.expect(201, "POST", "tokens", "{\"name\": \"x\", \"role\": \"admin\"}").path("made").path("organisation")
                .asString()).isEqualTo("acme");
        String foreign = other.get("tokens").path(0).path("id").asString();
        acme.expect(404, "DELETE", "tokens/" + foreign, null);
        acme.expect(403, "POST", "organisations", "{\"name\": \"mine\"}");
        acme.expect(403, "GET", "audit/verification", null);
        acme.expect(403, "PUT", "infrastructure", "{}");
        acme.expect(403, "GET", "orphans", null);
        owner.expect(409, "POST", "organisations", "{\"name\": \"acme\"}");
        assertThat(owner.expect(409, "POST", "organisations", "{\"name\": \"Acme\"}").path("detail").asString())
                .contains("(Acme)", "(acme)", "only in case");
        owner.expect(409, "POST", "organisations", "{\"name\": \"Default\"}");
        owner.expect(422, "POST", "organisations", "{\"name\": \"Installation\"}");
        owner.expect(422, "POST", "organisations", "{\"name\": \"installation\"}");
        owner.expect(422, "POST", "organisations", "{\"name\": \"../x\"}");
    }

    /** Nodes multiply the shares of its copies on uplinks by it. */
    @Test
    void anOperatorOfTheInstallationSetsTheWeightOfAnOrganisation() {
        acme.expect(403, "PUT", "organisations/acme/weight", "{\"weight\": 100}");
        for (String wrong : List.of("0", "-1", "0.009", "100.1", "0.3333")) {
            assertThat(owner.expect(422, "PUT", "organisations/acme/weight", "{\"weight\": " + wrong + "}").path("code").asString())
                    .isEqualTo("weight-invalid");
        }
        owner.expect(404, "PUT", "organisations/nobody/weight", "{\"weight\": 2}");
        assertThat(owner.expect(200, "PUT", "organisations/acme/weight", "{\"weight\": 2.5}").path("weight").asDouble()).isEqualTo(2.5);
        assertThat(acme.get("organisations").get(0).path("weight").asDouble()).isEqualTo(2.5);
        assertThat(other.get("organisations").get(0).path("weight").asDouble()).isEqualTo(1);
        owner.expect(200, "PUT", "organisations/acme/weight", "{\"weight\": 1}");
    }

    /** Nobody asks: nothing is heard, rather than all. */
    @Test
    void withoutACallerNothingIsReached() {
        assertThat(OrganisationScope.current().all()).isFalse();
        assertThat(OrganisationScope.current().includes("default")).isFalse();
    }
}
