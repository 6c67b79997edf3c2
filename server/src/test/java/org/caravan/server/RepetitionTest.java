package org.caravan.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.caravan.json.Json;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** What is sent twice, what two people change at once, and lists longer than a page. */
class RepetitionTest {

    private static final String EMPTY =
            "application %s version \"%s\" { component a { form container { image \"a\"  cpu 0.1  memory 1 MiB } } }";

    @TempDir
    static Path data;

    private static Server server;
    private static Client client;

    @BeforeAll
    static void start() {
        server = Server.start(data);
        client = server.client;
        client.expect(200, "PUT", "infrastructure", Server.files("sites.caravan"));
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static HttpResponse<String> send(String method, String path, String body, String... headers) {
        var request = client.request(path, method, body).header("Authorization", "Bearer " + client.token);
        return client.send(headers.length == 0 ? request : request.headers(headers));
    }

    private static String code(HttpResponse<String> response) {
        return Json.mapper().readTree(response.body()).path("code").asString();
    }

    private static String model(String name, String version) {
        return Json.write(Map.of("files", Map.of("a.caravan", EMPTY.formatted(name, version))));
    }

    /** Waits until no run is under way, so that the next may be asked for. */
    private static JsonNode ended(String id) {
        return client.await("probes/" + id, run -> List.of("DONE", "CANCELLED", "FAILED").contains(run.path("state").asString()));
    }

    @Test
    void aRepeatedRequestIsAnsweredAndNotCarriedOut() {
        int before = client.get("probes?most=1000").size();
        String wish = "{\"scope\": \"idle\"}";
        HttpResponse<String> first = send("POST", "probes", wish, "Idempotency-Key", "one");
        assertThat(first.statusCode()).isEqualTo(202);
        ended(Json.mapper().readTree(first.body()).path("probeRunId").asString());
        HttpResponse<String> again = send("POST", "probes", wish, "Idempotency-Key", "one");
        assertThat(again.statusCode()).isEqualTo(202);
        assertThat(again.body()).isEqualTo(first.body());
        assertThat(again.headers().firstValue("Idempotency-Replayed")).contains("true");
        assertThat(again.headers().firstValue("Content-Type")).isEqualTo(first.headers().firstValue("Content-Type"));
        assertThat(client.get("probes?most=1000").size()).isEqualTo(before + 1);
        HttpResponse<String> other = send("POST", "probes", "{\"scope\": \"full\"}", "Idempotency-Key", "one");
        assertThat(other.statusCode()).isEqualTo(422);
        assertThat(code(other)).isEqualTo("idempotency-key-reused");
        assertThat(send("POST", "tokens", "{\"name\": \"a\", \"role\": \"viewer\"}", "Idempotency-Key", "two").statusCode()).isEqualTo(422);
    }

    @Test
    void whatWasRefusedDidNothingSoItsKeyIsFreeAgain() {
        assertThat(send("POST", "probes", "{\"scope\": \"none\"}", "Idempotency-Key", "free").statusCode()).isEqualTo(422);
        assertThat(send("POST", "models/validation", model("free", "1"), "Idempotency-Key", "free").statusCode()).isEqualTo(200);
    }

    @Test
    void ofManyAtTheSameTimeOneIsCarriedOut() {
        List<CompletableFuture<HttpResponse<String>>> asked = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            asked.add(CompletableFuture.supplyAsync(() -> send("POST", "models/validation", model("many", "1"), "Idempotency-Key",
                    "many")));
        }
        List<HttpResponse<String>> answers = asked.stream().map(CompletableFuture::join).toList();
        assertThat(answers).extracting(HttpResponse::statusCode).contains(200).isSubsetOf(200, 409);
        assertThat(answers.stream().filter(answer -> answer.statusCode() == 200
                && answer.headers().firstValue("Idempotency-Replayed").isEmpty())).hasSize(1);
    }

    @Test
    void nobodyOverwritesAModelThatHeHasNotSeen() {
        HttpResponse<String> made = send("PUT", "applications/seen/model", model("seen", "1"), "If-None-Match", "*");
        String first = made.headers().firstValue("ETag").orElseThrow();
        assertThat(send("GET", "applications/seen/model", null).headers().firstValue("ETag")).contains(first);
        assertThat(send("GET", "applications/seen/model", null, "If-None-Match", first).statusCode()).isEqualTo(304);
        assertThat(send("PUT", "applications/seen/model", model("seen", "2"), "If-None-Match", "*").statusCode()).isEqualTo(412);
        assertThat(send("PUT", "applications/seen/model", model("seen", "2"), "If-Match", first).statusCode()).isEqualTo(200);
        HttpResponse<String> late = send("PUT", "applications/seen/model", model("seen", "3"), "If-Match", first);
        assertThat(late.statusCode()).isEqualTo(412);
        assertThat(code(late)).isEqualTo("changed-meanwhile");
        assertThat(client.get("applications/seen/model").path("version").asString()).isEqualTo("2");
        assertThat(client.get("applications/seen/model").path("files").path("a.caravan").asString()).contains("version \"2\"");
    }

    @Test
    void norAnInfrastructure() {
        String tag = send("GET", "infrastructure", null).headers().firstValue("ETag").orElseThrow();
        assertThat(send("PUT", "infrastructure", Server.files("sites.caravan"), "If-Match", "\"other\"").statusCode()).isEqualTo(412);
        assertThat(send("PUT", "infrastructure", Server.files("sites.caravan"), "If-Match", tag).headers().firstValue("ETag"))
                .contains(tag);
    }

    @Test
    void listsComeInPagesWhichLeadToTheNext() {
        for (int i = 0; i < 3; i++) {
            ended(client.expect(202, "POST", "probes", "{\"scope\": \"idle\"}").path("probeRunId").asString());
        }
        List<String> all = client.get("probes?most=1000").valueStream().map(run -> run.path("id").asString()).toList();
        List<String> paged = new ArrayList<>();
        String next = "/api/v1/probes?most=2&state=DONE";
        while (next != null) {
            HttpResponse<String> page = send("GET", next, null);
            List<String> ids = Json.mapper().readTree(page.body()).valueStream().map(run -> run.path("id").asString()).toList();
            assertThat(ids).hasSizeBetween(1, 2);
            paged.addAll(ids);
            next = page.headers().firstValue("Link").map(link -> link.substring(1, link.indexOf('>'))).orElse(null);
        }
        assertThat(paged).containsExactlyElementsOf(all);
        assertThat(client.get("probes?state=FAILED")).isEmpty();
        assertThat(client.expect(422, "GET", "probes?most=0", null).path("code").asString()).isEqualTo("page-most");
        client.expect(400, "GET", "probes?state=TIRED", null);
        client.expect(400, "GET", "applications?state=", null);
        client.expect(400, "GET", "probes?most=", null);
        assertThat(client.expect(409, "DELETE", "probes/latest", null).path("code").asString()).isEqualTo("probe-run-ended");
        JsonNode audit = client.get("audit?most=5&request=POST%20/api/v1/probes&tokenId=local");
        assertThat(audit).hasSize(5).allSatisfy(entry -> assertThat(entry.path("request").asString()).startsWith("POST /api/v1/probes"));
        assertThat(client.get("audit?tokenId=nobody")).isEmpty();
        assertThat(client.get("applications?state=RUNNING")).isEmpty();
        assertThat(client.get("nodes?site=nowhere").path("hosts")).isEmpty();
    }
}
