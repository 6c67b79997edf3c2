package org.caravan.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Predicate;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionTimeoutException;
import org.caravan.json.Json;
import org.springframework.util.StringUtils;
import tools.jackson.databind.JsonNode;

/** Speaks to a server as its users do. */
final class Client {

    private static final Duration LIMIT = Duration.ofMinutes(3);
    private static final Duration PAUSE = Duration.ofMillis(50);
    /** After some seconds: each question costs processor time of the server and of the test. */
    private static final Duration LONG_PAUSE = Duration.ofMillis(250);
    private static final int SHORT_PAUSES = 30;

    private final HttpClient http = HttpClient.newHttpClient();
    final URI base;
    final String token;

    Client(int port, String token) {
        this.base = URI.create("http://127.0.0.1:" + port);
        this.token = token;
    }

    JsonNode get(String path) {
        return expect(200, "GET", path, null);
    }

    JsonNode put(String path, String body) {
        return expect(200, "PUT", path, body);
    }

    JsonNode expect(int status, String method, String path, String body) {
        HttpResponse<String> response = send(request(path, method, body).header("Authorization", "Bearer " + token));
        assertThat(response.statusCode()).as("%s %s: %s", method, path, response.body()).isEqualTo(status);
        return Json.mapper().readTree(response.body());
    }

    /** Of something that asks for no token. */
    JsonNode open(String path) {
        return Json.mapper().readTree(send(request(path, "GET", null)).body());
    }

    /** Asks again and again until the answer is as wished. */
    JsonNode await(String path, Predicate<JsonNode> wished) {
        AtomicReference<JsonNode> latest = new AtomicReference<>();
        try {
            Awaitility.await(path).atMost(LIMIT).pollInterval((number, before) -> number <= SHORT_PAUSES ? PAUSE : LONG_PAUSE).until(() -> {
                latest.set(get(path));
                return wished.test(latest.get());
            });
            return latest.get();
        } catch (ConditionTimeoutException late) {
            // Of a long answer its begin is enough: it hides other failures at the end of a gate's output.
            throw new AssertionError("not as wished after " + LIMIT + ": " + StringUtils.truncate(String.valueOf(latest.get()), 1_000)
                    + System.lineSeparator() + late.getMessage(), late.getCause());
        }
    }

    HttpRequest.Builder request(String path, String method, String body) {
        return HttpRequest.newBuilder(base.resolve(path.startsWith("/") ? path : "/api/v1/" + path))
                .timeout(LIMIT)
                .header("Content-Type", "application/json")
                .method(method, body == null ? BodyPublishers.noBody() : BodyPublishers.ofString(body));
    }

    HttpResponse<String> send(HttpRequest.Builder request) {
        return send(request, BodyHandlers.ofString());
    }

    <T> HttpResponse<T> send(HttpRequest.Builder request, HttpResponse.BodyHandler<T> handler) {
        try {
            return http.send(request.build(), handler);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }
}
