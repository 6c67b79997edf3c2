package org.caravan.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Base64;
import java.util.List;
import org.caravan.json.Json;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

class AccessTest {

    private final Server server = Server.shared();
    private final Client client = server.client;

    @Test
    void onlyTheOwnerCanReadTheTokenAndItHas256Bits() throws Exception {
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(server.data.resolve("token")))).isEqualTo("rw-------");
        assertThat(Base64.getUrlDecoder().decode(client.token)).hasSize(32);
    }

    @Test
    void nothingButHealthAnswersWithoutTheToken() {
        assertThat(send("GET", "health").statusCode()).isEqualTo(200);
        for (String path : new String[] {"applications", "network", "events", "openapi", "nowhere"}) {
            HttpResponse<String> response = send("GET", path);
            assertThat(response.statusCode()).as(path).isEqualTo(401);
            assertThat(Json.mapper().readTree(response.body()).path("code").asString()).isEqualTo("token-missing");
        }
        HttpResponse<String> wrong = client.send(client.request("applications", "GET", null).header("Authorization", "Bearer nonsense"));
        assertThat(wrong.statusCode()).isEqualTo(401);
    }

    @Test
    void theConsoleLeadsToTheLoginPage() {
        HttpResponse<String> response = send("GET", "/");
        assertThat(response.statusCode()).isEqualTo(302);
        assertThat(response.headers().firstValue("Location").orElseThrow()).endsWith("/login");
        assertThat(send("GET", "/login").body()).contains("<form method=\"post\" action=\"/login\"");
        assertThat(send("GET", "/console/main.js").statusCode()).isEqualTo(302);
    }

    @Test
    void theTokenIsExchangedForACookieThatScriptsCannotRead() {
        String cookie = login();
        assertThat(cookie).contains("HttpOnly", "SameSite=Strict", "Path=/").doesNotContain(client.token);
        assertThat(send("GET", "/login?token=nonsense").statusCode()).isEqualTo(401);
        HttpResponse<String> page = client.send(withCookie("/", "GET"));
        assertThat(page.statusCode()).isEqualTo(200);
        assertThat(page.body()).contains("<title>Caravan</title>").doesNotContain("<script>");
        assertThat(page.headers().firstValue("Content-Security-Policy").orElseThrow())
                .contains("default-src 'none'", "script-src 'self'").doesNotContain("unsafe");
        assertThat(page.headers().firstValue("X-Content-Type-Options")).contains("nosniff");
    }

    @Test
    void aPageOfAnotherServerOnThisMachineCannotUseTheCookieForChanges() {
        assertThat(client.send(withCookie("applications/none/plans", "POST")).statusCode()).isEqualTo(401);
        assertThat(client.send(withCookie("applications/none/plans", "POST").header("Origin", "http://127.0.0.1:1")).statusCode())
                .isEqualTo(401);
        assertThat(client.send(withCookie("applications/none/plans", "POST").header("Origin", client.base.toString())).statusCode())
                .isEqualTo(404);
    }

    @Test
    void refusalsAreProblemDetailsAndShowNothingOfTheInside() {
        JsonNode unreadable = client.expect(400, "POST", "models/validation", "{");
        JsonNode unknown = client.expect(404, "GET", "nowhere", null);
        JsonNode large = client.expect(413, "POST", "models/validation", "x".repeat(1_100_000));
        for (JsonNode problem : new JsonNode[] {unreadable, unknown, large}) {
            assertThat(problem.propertyNames()).contains("title", "status", "detail", "code", "suggestion", "diagnostics");
            assertThat(problem.toString()).doesNotContain("Exception", "java.", "org.springframework");
        }
    }

    @Test
    void aBodyThatCannotBeReadIsToldWhatAndWhere() {
        assertThat(client.expect(400, "POST", "models/validation", "{\"files\": }").path("detail").asString())
                .isEqualTo("The body is no JSON at line 1, column 11.");
        assertThat(client.expect(400, "POST", "models/validation", "{}").path("detail").asString())
                .startsWith("The field (files) has the wrong kind of value, or none");
        assertThat(client.expect(422, "POST", "models/validation", "{\"files\":{}}").path("diagnostics").path(0).path("message").asString())
                .isEqualTo("The request holds no file.");
        assertThat(client.expect(400, "POST", "models/validation", "{\"files\":{\"a\":[1]}}").path("detail").asString())
                .startsWith("The field (files").contains("has the wrong kind of value", "at line 1");
        assertThat(client.expect(400, "POST", "models/validation", null).path("detail").asString())
                .isEqualTo("The body is missing or cannot be read.");
        HttpResponse<String> text = client.send(client.request("models/validation", "POST", "x").setHeader("Content-Type", "text/plain")
                .header("Authorization", "Bearer " + client.token));
        assertThat(Json.mapper().readTree(text.body()).path("detail").asString()).contains("text/plain");
    }

    /** Where it stands, and what was meant: also within other fields. */
    @Test
    void aFieldThatIsMistypedIsTold() {
        JsonNode problem = client.expect(400, "POST", "tokens", "{\"name\": \"a\", \"role\": \"viewer\", \"day\": 3}");
        assertThat(problem.path("detail").asString()).isEqualTo("The field (day) means nothing here at line 1, column 33.");
        assertThat(problem.path("suggestion").asString()).startsWith("write one of days, ");
        JsonNode inner = client.expect(400, "POST", "orphans/removal", "{\"orphans\": [{\"hostId\": \"a\", \"lable\": \"b\"}]}");
        assertThat(inner.path("detail").asString()).startsWith("The field (orphans[0].lable) means nothing here at line 1, column ");
        assertThat(inner.path("suggestion").asString()).startsWith("write one of label, ");
        assertThat(client.expect(400, "POST", "models/validation", "{\"file\":{}}").path("suggestion").asString())
                .isEqualTo("write one of files.");
        assertThat(client.expect(400, "POST", "tokens", "{\"" + "x".repeat(5000) + "\": 1}").path("detail").asString())
                .hasSizeLessThan(200);
    }

    @Test
    void aFilterThatIsMistypedIsTold() {
        List.of("", "yes", "TRUE").forEach(wrong -> assertThat(client.expect(400, "GET", "nodes?drained=" + wrong, null).path("detail")
                .asString()).as(wrong).contains("drained"));
        JsonNode problem = client.expect(400, "GET", "applications?sate=RUNNING", null);
        assertThat(problem.path("detail").asString()).isEqualTo("The query has (sate), which means nothing here.");
        assertThat(problem.path("suggestion").asString()).isEqualTo("write one of state, after, most.");
    }

    @Test
    void aBodyWhoseLengthNobodyTellsEndsAtTheLimitToo() {
        HttpRequest.Builder chunked = client.request("models/validation", "POST", null)
                .POST(BodyPublishers.ofInputStream(() ->
                new ByteArrayInputStream(" ".repeat(1_100_000).getBytes(StandardCharsets.US_ASCII))))
                .header("Authorization", "Bearer " + client.token);
        HttpResponse<String> response = client.send(chunked);
        assertThat(response.statusCode()).isEqualTo(413);
        assertThat(Json.mapper().readTree(response.body()).path("code").asString()).isEqualTo("body-too-large");
    }

    @Test
    void aPageElsewhereLogsNobodyIn() {
        for (HttpRequest.Builder from : List.of(
                client.request("/login?token=" + client.token, "GET", null).header("Sec-Fetch-Site", "cross-site"),
                client.request("/login", "POST", "token=" + client.token).setHeader("Content-Type", "application/x-www-form-urlencoded")
                        .header("Origin", "http://127.0.0.1:1"))) {
            HttpResponse<String> response = client.send(from);
            assertThat(response.statusCode()).isEqualTo(200);
            assertThat(response.headers().firstValue("Set-Cookie")).isEmpty();
            assertThat(response.body()).contains("<form method=\"post\" action=\"/login\"");
        }
    }

    private HttpResponse<String> send(String method, String path) {
        return client.send(client.request(path, method, null));
    }

    private HttpRequest.Builder withCookie(String path, String method) {
        return client.request(path, method, null).header("Cookie", login().split(";")[0]);
    }

    private String login() {
        HttpResponse<String> response = send("GET", "/login?token=" + client.token);
        assertThat(response.statusCode()).isEqualTo(303);
        assertThat(response.headers().firstValue("Location")).contains("/");
        return response.headers().firstValue("Set-Cookie").orElseThrow();
    }
}
