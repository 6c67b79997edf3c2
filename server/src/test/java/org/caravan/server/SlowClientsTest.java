package org.caravan.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.caravan.json.Json;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Who begins to ask and does not go on, or listens with everything he has, takes the server from nobody else. */
class SlowClientsTest {

    /** More than the server has threads. */
    private static final int MANY = 40;

    @TempDir
    static Path data;

    private static Server server;
    private static Client client;

    private final List<AutoCloseable> open = new ArrayList<>();

    @BeforeAll
    static void start() {
        server = Server.start(data, List.of("--caravan.limits.address-rate=0"));
        client = server.client;
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @AfterEach
    void leave() throws Exception {
        for (AutoCloseable each : open) {
            each.close();
        }
    }

    /** A request whose body begins and does not come. */
    private Socket begun(String path, String headers) throws IOException {
        Socket socket = new Socket(client.base.getHost(), client.base.getPort());
        open.add(socket);
        socket.getOutputStream().write(("POST " + path + " HTTP/1.1\r\nHost: x\r\n" + headers + "Content-Length: 1000\r\n\r\n{")
                .getBytes(StandardCharsets.US_ASCII));
        return socket;
    }

    /** All the server says, until it closes. */
    private static String said(Socket socket) throws IOException {
        return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }

    @Test
    void withoutATokenTheyAreRefusedAtOnceAndTheConnectionEnds() throws Exception {
        List<Socket> begun = new ArrayList<>();
        for (int i = 0; i < MANY; i++) {
            begun.add(begun("/api/v1/models/validation", "Content-Type: application/json\r\n"));
        }
        assertThat(client.get("applications")).as("others are served meanwhile").isEmpty();
        for (Socket socket : begun) {
            assertThat(said(socket)).startsWith("HTTP/1.1 401").contains("Connection: close", "token-missing");
        }
    }

    @Test
    void whoSendsAllOfItKeepsTheConnection() throws Exception {
        try (Socket socket = new Socket(client.base.getHost(), client.base.getPort())) {
            String request =
                    "POST /api/v1/models/validation HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}";
            for (int i = 0; i < 2; i++) {
                socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
                byte[] start = new byte[12];
                assertThat(socket.getInputStream().readNBytes(start, 0, start.length)).isEqualTo(start.length);
                assertThat(new String(start, StandardCharsets.US_ASCII)).isEqualTo("HTTP/1.1 401");
                awaitEnd(socket.getInputStream());
            }
        }
    }

    /** Of an answer, which is a JSON object on one line. */
    private static void awaitEnd(InputStream answer) throws IOException {
        StringBuilder said = new StringBuilder();
        while (said.indexOf("\"diagnostics\":[]}") < 0 || !said.toString().endsWith("\n")) {
            int next = answer.read();
            assertThat(next).as("the connection stays open after %s", said).isNotNegative();
            said.append((char) next);
            if (said.indexOf("Content-Length:") >= 0 && said.toString().endsWith("\"diagnostics\":[]}")) {
                return;
            }
        }
    }

    @Test
    void theFormsOfTheLoginPageHoldFewThreads() throws Exception {
        List<Socket> begun = new ArrayList<>();
        for (int i = 0; i < MANY; i++) {
            begun.add(begun("/login", "Content-Type: application/x-www-form-urlencoded\r\n"));
        }
        assertThat(client.get("applications")).as("others are served meanwhile").isEmpty();
        long refused = 0;
        for (Socket socket : begun.subList(MANY / 2, MANY)) {
            refused += said(socket).startsWith("HTTP/1.1 429") ? 1 : 0;
        }
        assertThat(refused).isPositive();
    }

    @Test
    void aTokenHoldsHalfOfTheThreadsAtMost() throws Exception {
        Client other = member("slow");
        for (int i = 0; i < MANY; i++) {
            begun("/api/v1/models/validation", "Content-Type: application/json\r\nAuthorization: Bearer " + other.token + "\r\n");
        }
        assertThat(client.get("applications")).as("others are served meanwhile").isEmpty();
    }

    @Test
    void aTokenListensEightTimesAndTakesNobodysPlace() {
        Client other = member("listener");
        for (int i = 0; i < 8; i++) {
            HttpResponse<InputStream> stream = listen(other);
            open.add(stream.body());
            assertThat(stream.statusCode()).isEqualTo(200);
        }
        assertThat(listen(other).statusCode()).isEqualTo(503);
        HttpResponse<InputStream> mine = listen(client);
        open.add(mine.body());
        assertThat(mine.statusCode()).isEqualTo(200);
    }

    private static HttpResponse<InputStream> listen(Client who) {
        return who.send(who.request("events", "GET", null).header("Authorization", "Bearer " + who.token), BodyHandlers.ofInputStream());
    }

    private static Client member(String name) {
        String token = client.expect(201, "POST", "tokens", Json.write(Map.of("name", name, "role", "viewer", "days", 1))).path("token")
                .asString();
        return new Client(client.base.getPort(), token);
    }
}
