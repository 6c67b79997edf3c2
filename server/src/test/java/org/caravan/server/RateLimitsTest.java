package org.caravan.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.caravan.json.Json;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Limits of a server that accepts one request in ten seconds, so that no clock matters: the second request is above the limit.
 */
class RateLimitsTest {

    @TempDir
    static Path data;

    private static Server server;
    private static Client client;

    @BeforeAll
    static void start() {
        server = Server.start(data, List.of("--caravan.limits.token-rate=0.1", "--caravan.limits.address-rate=0.1"));
        client = server.client;
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static HttpResponse<String> ask(String path, String token) {
        return client.send(client.request(path, "GET", null).header("Authorization", "Bearer " + token));
    }

    /** Two at once: what the first took is not back when the second comes. */
    private static HttpResponse<String> refused(String path, String token) {
        return IntStream.range(0, 20).mapToObj(i -> ask(path, token)).filter(response -> response.statusCode() == 429).findFirst()
                .orElseThrow();
    }

    @Test
    void whoAsksTooMuchIsToldWhenToAskAgain() {
        HttpResponse<String> byToken = refused("audit", client.token);
        assertThat(Json.mapper().readTree(byToken.body()).path("code").asString()).isEqualTo("too-many-requests");
        assertThat(byToken.headers().firstValueAsLong("Retry-After").orElseThrow()).isBetween(1L, 10L);
        assertThat(Json.mapper().readTree(byToken.body()).path("detail").asString()).endsWith("with this token.");

        HttpResponse<String> byAddress = refused("applications", "nonsense");
        assertThat(Json.mapper().readTree(byAddress.body()).path("detail").asString()).contains("from this address");
        assertThat(IntStream.range(0, 20).mapToObj(i -> ask("health", "nonsense").statusCode())).as("who watches it is never turned away")
                .containsOnly(200);
    }
}
