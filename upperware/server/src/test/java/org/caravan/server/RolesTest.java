package org.caravan.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.InputStream;
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

/** Every role, and nobody, at every operation of a server in a process of its own. */
class RolesTest {

    private static final List<String> ROLES = List.of("viewer", "deployer", "operator", "admin");
    private static final Path TABLE = Path.of("../../docs/security.md");

    @TempDir
    static Path data;

    private static Process server;
    private static Client owner;

    @BeforeAll
    static void start() throws Exception {
        server = Server.process(data, "--caravan.limits.address-rate=0"); // nobody asks for everything here
        owner = KillTest.client(server, data);
    }

    @AfterAll
    static void stop() throws Exception {
        server.destroyForcibly().waitFor();
    }

    private static JsonNode make(String role) {
        return owner.expect(201, "POST", "tokens", "{\"name\": \"test of " + role + "\", \"role\": \"" + role + "\", \"days\": 1}");
    }

    @Test
    void whoMayDoWhatIsAsTheDocumentSays() throws Exception {
        Map<String, String> tokens = new LinkedHashMap<>(Map.of("nobody", ""));
        ROLES.forEach(role -> tokens.put(role, make(role).path("token").asString()));
        TreeMap<String, String> rows = new TreeMap<>();
        for (String operation : operations()) {
            List<String> cells = new ArrayList<>();
            for (String token : tokens.values()) {
                int status = status(operation, token);
                cells.add(status == 401 || status == 403 ? "" + status : "in");
            }
            String[] words = operation.split(" ");
            rows.put(words[1] + words[0], "| `" + operation + "` | " + String.join(" | ", cells) + " |");
        }
        String table = "| operation | " + String.join(" | ", tokens.keySet()) + " |\n|---|---|---|---|---|---|\n" + String.join("\n", rows.values());
        assertThat(Files.readString(TABLE)).as("docs/security.md has this table:\n" + table).contains(table);
    }

    private static List<String> operations() {
        List<String> found = new ArrayList<>();
        owner.get("openapi").path("paths").properties().forEach(path -> path.getValue().propertyNames()
                .forEach(method -> found.add(method.toUpperCase(Locale.ROOT) + " " + path.getKey().replace("/api/v1", ""))));
        return found;
    }

    /** With nothing in it that could do anything: whether the door opens is what is asked. */
    private static int status(String operation, String token) throws Exception {
        String[] words = operation.split(" ");
        var request = owner.request("/api/v1" + words[1].replaceAll("\\{[^}]*}", "nothing-of-the-kind"), words[0], words[0].equals("GET") ? null : "");
        if (!token.isEmpty()) {
            request.header("Authorization", "Bearer " + token);
        }
        HttpResponse<InputStream> response = owner.send(request, BodyHandlers.ofInputStream());
        response.body().close(); // events have no end
        return response.statusCode();
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
        String cookie = viewer.send(viewer.request("/login?token=" + viewer.token, "GET", null)).headers().firstValue("Set-Cookie").orElseThrow().split(";")[0];
        assertThat(viewer.send(viewer.request("applications", "GET", null).header("Cookie", cookie)).statusCode()).isEqualTo(200);
        assertThat(viewer.send(viewer.request("infrastructure", "PUT", "{}").header("Cookie", cookie).header("Origin", viewer.base.toString())).statusCode())
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
        List<JsonNode> mine = owner.get("audit?most=1000").valueStream().filter(entry -> entry.path("tokenId").asString().equals(id)).toList();
        assertThat(mine).extracting(entry -> entry.path("event").asString() + " " + entry.path("request").asString() + " " + entry.path("status").asInt())
                .containsExactly("REFUSED GET /api/v1/secrets 403", "ANSWERED PUT /api/v1/infrastructure 403", "ASKED PUT /api/v1/infrastructure 0");
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
        assertThat(owner.get("audit?most=1000").toString()).as("no token is in it").doesNotContain(viewer.token).doesNotContain(owner.token);
    }
}
