package org.caravan.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Every role, and nobody, at every operation of a server. */
class RolesTest {

    private static final List<String> ROLES = List.of("viewer", "deployer", "operator", "admin");
    private static final Path TABLE = Path.of("../docs/security.md");

    @TempDir
    static Path data;

    private static Server server;
    private static Client owner;

    @BeforeAll
    static void start() {
        server = Server.start(data, List.of("--caravan.limits.address-rate=0")); // nobody asks for everything here
        owner = server.client;
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static JsonNode make(String role) {
        return make(role, "");
    }

    /** @param organisation empty: of the installation */
    private static JsonNode make(String role, String organisation) {
        String of = organisation.isEmpty() ? "" : ", \"organisation\": \"" + organisation + "\"";
        return owner.expect(201, "POST", "tokens", "{\"name\": \"test of " + role + "\", \"role\": \"" + role + "\", \"days\": 1" + of
                + "}");
    }

    private static String token(String role, String organisation) {
        return make(role, organisation).path("token").asString();
    }

    /**
     * Members of an organisation at what is not there, which shows whether the door opens; whom of the installation it opens to; and the
     * admin of another organisation at what is there and the first one's.
     */
    @Test
    void whoMayDoWhatIsAsTheDocumentSays() throws Exception {
        List.of("acme", "other").forEach(name -> owner.expect(201, "POST", "organisations", "{\"name\": \"" + name + "\"}"));
        Map<String, String> tokens = new LinkedHashMap<>(Map.of("nobody", ""));
        ROLES.forEach(role -> tokens.put(role, token(role, "acme")));
        Map<String, String> installation = new LinkedHashMap<>();
        ROLES.forEach(role -> installation.put(role, token(role, "")));
        String foreign = token("admin", "other");
        Map<String, String> things = things(new Client(owner.base.getPort(), tokens.get("admin")));
        TreeMap<String, String> rows = new TreeMap<>();
        for (String operation : operations()) {
            List<String> cells = new ArrayList<>();
            for (String token : tokens.values()) {
                cells.add(cell(status(operation, token, Map.of()), 401, 403));
            }
            cells.add("from " + installation.keySet().stream()
                    .filter(role -> cell(status(operation, installation.get(role), Map.of()), 401, 403).equals("in")).findFirst()
                    .orElse("nobody"));
            String[] words = operation.split(" ");
            boolean owned = things.keySet().stream().anyMatch(words[1]::startsWith);
            cells.add(cell(status(operation, foreign, things), owned ? new Integer[] {401, 403, 404, 409} : new Integer[] {401, 403}));
            rows.put(words[1] + words[0], "| `" + operation + "` | " + String.join(" | ", cells).replace("from viewer", "in") + " |");
        }
        assertThat(rows.values()).filteredOn(row -> row.contains("/applications/{name}")).isNotEmpty().allSatisfy(row ->
                assertThat(row).endsWith(row.contains("PUT /applications/{name}/model") ? "| 409 |" : "| 404 |"));
        String table = "| operation | " + String.join(" | ", tokens.keySet())
                + " | installation | foreign |\n|---|---|---|---|---|---|---|---|\n" + String.join("\n", rows.values());
        Files.writeString(Path.of("target/roles.md"), table);
        assertThat(Files.readString(TABLE)).as("docs/security.md has this table:\n" + table).contains(table);
    }

    private static String cell(int status, Integer... refused) {
        return List.of(refused).contains(status) ? "" + status : "in";
    }

    /** What the organisation has, by the word for it in paths. */
    private static Map<String, String> things(Client admin) {
        admin.put("applications/acmes/model",
                "{\"files\": {\"a.caravan\": \"application acmes { component a { form container { image \\\"a\\\" cpu 0.1 memory 1 MiB } "
                + "} }\"}}");
        admin.put("images/acmes",
                "{\"kind\":\"container\",\"architecture\":\"amd64\",\"layers\":[],\"start\":[\"/bin/web\"],\"environment\":{}}");
        admin.put("secrets/acmes", "{\"value\": \"x\"}");
        String layer = "0".repeat(63) + "1";
        String upload = admin.expect(200, "POST", "image-uploads", "{\"format\": \"layer\", \"size\": 4, \"digest\": \"sha256:" + layer
                + "\", \"start\": [], \"environment\": {}}")
                .path("id").asString();
        Map<String, String> things = new LinkedHashMap<>(Map.of("/applications/{name}", "/applications/acmes", "/images/{name}",
                "/images/acmes", "/image-archives/{name}", "/image-archives/acmes",
                "/secrets/{name}", "/secrets/acmes", "/image-uploads/{id}", "/image-uploads/" + upload, "/image-layers/{digest}",
                        "/image-layers/sha256:" + layer));
        things.put("/tokens/{id}", "/tokens/" + admin.get("tokens").path(0).path("id").asString());
        things.put("/plannings/{id}", "/plannings/" + admin.expect(202, "POST", "applications/acmes/plannings", null).path("id")
                .asString());
        return things;
    }

    private static List<String> operations() {
        List<String> found = new ArrayList<>();
        owner.get("openapi").path("paths").properties().forEach(path -> path.getValue().propertyNames()
                .forEach(method -> found.add(method.toUpperCase(Locale.ROOT) + " " + path.getKey().replace("/api/v1", ""))));
        return found;
    }

    /** With nothing in it that could do anything: whether the door opens is what is asked. */
    private static int status(String operation, String token, Map<String, String> things) {
        String[] words = operation.split(" ");
        String path = words[1];
        for (Map.Entry<String, String> thing : things.entrySet()) {
            path = path.replace(thing.getKey(), thing.getValue());
        }
        var request = owner.request("/api/v1" + path.replaceAll("\\{[^}]*}", "nothing-of-the-kind"), words[0], words[0].equals("GET")
                ? null : "");
        if (words[0].equals("PATCH")) {
            request.setHeader("Content-Type", "application/octet-stream").header("Upload-Offset", "0");
        }
        if (!token.isEmpty()) {
            request.header("Authorization", "Bearer " + token);
        }
        HttpResponse<InputStream> response = owner.send(request, BodyHandlers.ofInputStream());
        try (InputStream body = response.body()) { // events have no end
            return response.statusCode();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void aTokenShowsItsLastUseAndIsRefusedOnceRevokedWithItsCookie() {
        JsonNode made = make("viewer");
        String id = made.path("made").path("id").asString();
        Client viewer = new Client(owner.base.getPort(), made.path("token").asString());
        assertThat(listed(id).hasNonNull("usedAt")).isFalse();
        viewer.get("applications");
        assertThat(listed(id).hasNonNull("usedAt")).isTrue();
        assertThat(owner.get("tokens").toString()).doesNotContain(viewer.token);
        assertThat(viewer.expect(403, "GET", "tokens", null).path("code").asString()).isEqualTo("role-missing");
        String cookie = viewer.send(viewer.request("/login?token=" + viewer.token, "GET", null)).headers().firstValue("Set-Cookie")
                .orElseThrow().split(";")[0];
        assertThat(viewer.send(viewer.request("applications", "GET", null).header("Cookie", cookie)).statusCode()).isEqualTo(200);
        assertThat(viewer.send(viewer.request("infrastructure", "PUT", "{}").header("Cookie", cookie)
                .header("Origin", viewer.base.toString())).statusCode())
                .as("a cookie may no more than its token").isEqualTo(403);
        assertThat(send("DELETE", "tokens/" + id)).isEqualTo(204);
        viewer.expect(401, "GET", "applications", null);
        assertThat(viewer.send(viewer.request("applications", "GET", null).header("Cookie", cookie)).statusCode()).isEqualTo(401);
        assertThat(listed(id).hasNonNull("revokedAt")).isTrue();
        assertThat(send("DELETE", "tokens/00000000")).isEqualTo(404);
    }

    private static JsonNode listed(String id) {
        return owner.get("tokens").valueStream().filter(token -> token.path("id").asString().equals(id)).findFirst().orElseThrow();
    }

    private static int send(String method, String path) {
        return owner.send(owner.request(path, method, null).header("Authorization", "Bearer " + owner.token)).statusCode();
    }

    @Test
    void aWrongOrderOfATokenIsRefusedInWords() {
        for (String wrong : List.of("{\"name\": \"\", \"role\": \"viewer\"}", "{\"name\": \"a\", \"role\": \"king\"}",
                "{\"name\": \"a\", \"role\": \"viewer\", \"days\": 0}", "{\"name\": \"a\\nb\", \"role\": \"viewer\"}")) {
            assertThat(owner.expect(422, "POST", "tokens", wrong).path("suggestion").asString()).as(wrong).isNotBlank();
        }
    }

    @Test
    void changesAreInTheLogBeforeAndAfterAndSoAreTheRefused() {
        JsonNode made = make("viewer");
        String id = made.path("made").path("id").asString();
        Client viewer = new Client(owner.base.getPort(), made.path("token").asString());
        viewer.get("applications");
        viewer.expect(403, "PUT", "infrastructure", "{}");
        viewer.expect(403, "GET", "secrets", null);
        List<JsonNode> mine = owner.get("audit?most=1000").valueStream().filter(entry -> entry.path("tokenId").asString().equals(id))
                .toList();
        assertThat(mine).extracting(entry -> entry.path("event").asString() + " " + entry.path("request").asString() + " "
                + entry.path("status").asInt())
                .containsExactly("REFUSED GET /api/v1/secrets 403", "ANSWERED PUT /api/v1/infrastructure 403",
                        "ASKED PUT /api/v1/infrastructure 0");
        assertThat(mine.get(1).path("asked").asLong()).isEqualTo(mine.get(2).path("number").asLong());
        JsonNode verified = owner.get("audit/verification");
        assertThat(verified.path("intact").asBoolean()).isTrue();
        String head = verified.path("head").asString();
        make("viewer");
        assertThat(owner.get("audit/verification?head=" + head).path("intact").asBoolean()).isTrue();
        String other = head.split(":")[0] + ":" + "0".repeat(64);
        assertThat(owner.get("audit/verification?head=" + other).path("headFound").asBoolean(true)).isFalse();
        owner.expect(422, "GET", "audit/verification?head=last", null);
        owner.expect(422, "GET", "audit?most=0", null);
        assertThat(owner.get("audit?most=1000").toString()).as("no token is in it").doesNotContain(viewer.token)
                .doesNotContain(owner.token);
    }
}
