package org.caravan.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.caravan.json.Json;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Several clients behind one address: a reverse proxy, a NAT, or the users of one machine. The failures of one do not shut the others out.
 */
class SharedAddressTest {

    private static final String FORM = "application/x-www-form-urlencoded";
    /** Linux answers on all of 127.0.0.0/8. */
    private static final String PROXY = "127.0.0.2";

    @TempDir
    static Path data;

    private static Server server;
    private static Client client;

    @BeforeAll
    static void start() {
        server = Server.start(data, List.of("--caravan.limits.address-rate=0.1", "--caravan.proxies.trusted=" + PROXY + ",2001:db8::/64"));
        client = server.client;
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static int ask(String token) {
        return client.send(client.request("applications", "GET", null).header("Authorization", "Bearer " + token)).statusCode();
    }

    /** Of the form that admins' tokens have, so that each is looked up. */
    private static String bad(int number) {
        return "caravan_%08x_%s".formatted(number, "x".repeat(43));
    }

    private static HttpResponse<String> enter(String token) {
        return client.send(client.request("/login", "POST", "token=" + token).setHeader("Content-Type", FORM));
    }

    @Test
    void badTokensThrottleNoValidToken() {
        List<Integer> answers = IntStream.range(0, 102).mapToObj(number -> ask(bad(number))).toList();
        assertThat(answers).contains(429).endsWith(429);
        assertThat(ask(client.token)).as("the owner").isEqualTo(200);
        String viewer = client.expect(201, "POST", "tokens", Json.write(Map.of("name", "v", "role", "viewer", "days", 1))).path("token")
                .asString();
        assertThat(ask(viewer)).as("a token that an admin made").isEqualTo(200);
        // Every 0.6 s one more is let through, which a busy machine takes for the requests before.
        assertThat(IntStream.range(0, 20).map(any -> enter("nonsense").statusCode()).anyMatch(status -> status == 429))
                .as("the login form with a bad token").isTrue();
        HttpResponse<String> login = enter(client.token);
        assertThat(login.statusCode()).as("the login form").isEqualTo(303);
        String cookie = login.headers().firstValue("Set-Cookie").orElseThrow().split(";")[0];
        assertThat(client.send(client.request("applications", "GET", null).header("Cookie", cookie)).statusCode())
                .as("the console's cookie").isEqualTo(200);
    }

    @Test
    void theOwnerGetsThroughWhileBadTokensKeepComing() throws Exception {
        AtomicBoolean going = new AtomicBoolean(true);
        AtomicInteger sent = new AtomicInteger();
        Thread flood = new Thread(() -> {
            while (going.get()) {
                ask(bad(sent.incrementAndGet()));
            }
        });
        flood.start();
        try {
            while (sent.get() < 20) {
                assertThat(ask(client.token)).isEqualTo(200);
            }
            assertThat(IntStream.range(0, 46).mapToObj(i -> ask(client.token))).containsOnly(200);
        } finally {
            going.set(false);
            flood.join();
        }
        assertThat(sent.get()).isPositive();
    }

    /** The status and the code of the answer to a bad token from this address, with this header. */
    private static String from(String address, String forwarded) throws IOException {
        try (Socket socket = new Socket(InetAddress.getByName(client.base.getHost()), client.base.getPort(), InetAddress.getByName(address),
                0)) {
            socket.getOutputStream()
                    .write(
                    ("GET /api/v1/applications HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAuthorization: Bearer "
                    + "nonsense\r\nX-Forwarded-For: " + forwarded + "\r\n\r\n")
                    .getBytes(StandardCharsets.US_ASCII));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8).substring("HTTP/1.1 ".length()).split(" ")[0];
        }
    }

    @Test
    void forwardedAddressesCountFromTrustedProxiesOnly() throws Exception {
        assertThat(List.of(from(PROXY, "198.51.100.1"), from(PROXY, "198.51.100.1"))).as("one client behind the proxy")
                .containsExactly("401", "429");
        assertThat(from(PROXY, "198.51.100.2")).as("another client behind the proxy").isEqualTo("401");
        assertThat(from(PROXY, "198.51.100.3, 198.51.100.1")).as("what the client itself wrote before the proxy's entry").isEqualTo("429");
        assertThat(List.of(from("127.0.0.3", "198.51.100.4"), from("127.0.0.3", "198.51.100.5"))).as("no trusted proxy")
                .containsExactly("401", "429");
        assertThat(from("127.0.0.4", "127.0.0.2, 2001:db8::1")).isEqualTo("401");
        assertThat(from("127.0.0.4", "198.51.100.6")).isEqualTo("429");
    }

    private static Client member(String organisation) {
        if (client.get("organisations").valueStream().noneMatch(each -> each.path("name").asString().equals(organisation))) {
            client.expect(201, "POST", "organisations", "{\"name\": \"" + organisation + "\"}");
        }
        return new Client(client.base.getPort(), client.expect(201, "POST", "tokens",
                Json.write(Map.of("name", "x", "role", "admin", "organisation", organisation, "days", 1))).path("token").asString());
    }

    private static int announce(Client who, int number) {
        String body = Json.write(Map.of("format", "layer", "digest", "sha256:" + "%064x".formatted(number), "size", 1000, "start",
                List.of(), "environment", Map.of()));
        return who.send(who.request("image-uploads", "POST", body).header("Authorization", "Bearer " + who.token)).statusCode();
    }

    /** Each announces files of which nothing comes, until it is refused. */
    @Test
    void oneOrganisationsUploadsBlockNoOther() {
        for (String organisation : List.of("one", "two", "three", "four")) {
            Client first = member(organisation);
            List<Integer> answers = IntStream.range(0, 17).mapToObj(number -> announce(first, number)).toList();
            assertThat(answers.subList(0, 16)).as(organisation).containsOnly(200);
            assertThat(answers.get(16)).isEqualTo(429);
            assertThat(announce(member(organisation), 99)).as("nor with another token of it").isEqualTo(429);
        }
        assertThat(announce(member("five"), 1)).as("an organisation that has none always gets one").isEqualTo(200);
    }

    @Test
    void logOutEndsTheSessionOnTheServer() {
        String cookie = enter(client.token).headers().firstValue("Set-Cookie").orElseThrow().split(";")[0];
        String another = enter(client.token).headers().firstValue("Set-Cookie").orElseThrow().split(";")[0];
        assertThat(with(cookie)).isEqualTo(200);
        HttpResponse<String> out = client.send(client.request("/logout", "POST", "").setHeader("Content-Type", FORM)
                .header("Cookie", cookie).header("Origin", client.base.toString()));
        assertThat(out.statusCode()).isEqualTo(303);
        assertThat(with(cookie)).as("the value of the cookie, kept elsewhere").isIn(401, 429);
        assertThat(with(another)).as("another browser of the same owner").isEqualTo(200);
        assertThat(ask(client.token)).as("the token itself").isEqualTo(200);
    }

    private static int with(String cookie) {
        return client.send(client.request("applications", "GET", null).header("Cookie", cookie)).statusCode();
    }

    private static String tokenOf(String organisation, String name) {
        return client.expect(201, "POST", "tokens", Json.write(Map.of("name", name, "role", "deployer", "organisation", organisation,
                "days", 1))).path("token").asString();
    }

    @Test
    void theFifthEditorPageOfAnOrganisationIsRefusedAndAnotherOrganisationsFirstIsNot() throws Exception {
        List.of("editors", "others").forEach(name -> client.expect(201, "POST", "organisations", Json.write(Map.of("name", name))));
        List<String> tokens = List.of(tokenOf("editors", "one"), tokenOf("editors", "two"));
        List<RawSocket> pages = new ArrayList<>();
        try {
            for (int page : IntStream.range(0, 4).toArray()) {
                pages.add(new RawSocket(client.base, "/editor/language?application=none", tokens.get(page % 2)));
                assertThat(pages.get(page).next().operation()).as("page %s", page + 1).isEqualTo(RawSocket.TEXT);
            }
            pages.add(new RawSocket(client.base, "/editor/language?application=none", tokens.get(0)));
            assertThat(pages.get(4).closed()).as("the fifth").isEqualTo(1013);
            pages.add(new RawSocket(client.base, "/editor/language?application=none", tokenOf("others", "three")));
            assertThat(pages.get(5).next().operation()).as("another organisation's first").isEqualTo(RawSocket.TEXT);
        } finally {
            for (RawSocket page : pages) {
                page.close();
            }
        }
    }
}
