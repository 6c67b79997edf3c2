package org.caravan.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.caravan.idp.IdentityProvider;
import org.caravan.json.Json;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.jdbc.core.simple.JdbcClient;
import tools.jackson.databind.JsonNode;

/**
 * What an attacker can do with a login to the console that goes through a real identity provider: steal, exchange or repeat its parts, or
 * lead it elsewhere (RFC 6819, 9207, 9700).
 */
class OidcFlowTest {

    private static final String RETURN = "/login/return/issuer";

    @TempDir
    static Path folder;

    private static IdentityProvider provider;
    private static Server server;
    private static Client owner;

    @BeforeAll
    static void start() throws Exception {
        Path data = Files.createDirectory(folder.resolve("data"));
        provider = new IdentityProvider(Files.createDirectory(folder.resolve("idp")));
        server = Server.start(data, List.of("--caravan.oidc.issuer=" + provider.issuer,
                "--caravan.oidc.client-id=" + IdentityProvider.CONSOLE,
                "--caravan.oidc.organisation-claim=caravan-organisation", "--caravan.limits.address-rate=6000"));
        owner = server.client;
        owner.expect(201, "POST", "organisations", "{\"name\": \"acme\"}");
    }

    @AfterAll
    static void stop() throws Exception {
        server.close();
        provider.close();
    }

    /** @param cookie by which the login is bound to its browser */
    private record Begun(String cookie, URI authorization) {
        String parameter(String name) {
            return query(authorization).get(name);
        }
    }

    private static Map<String, String> query(URI uri) {
        Map<String, String> found = new TreeMap<>();
        for (String each : uri.getRawQuery().split("&")) {
            found.put(each.substring(0, each.indexOf('=')), java.net.URLDecoder.decode(each.substring(each.indexOf('=') + 1),
                    StandardCharsets.UTF_8));
        }
        return found;
    }

    private static Begun begin(String more, String... headers) {
        HttpRequest.Builder request = owner.request("/login/oidc/issuer" + more, "GET", null);
        for (int i = 0; i < headers.length; i += 2) {
            request.header(headers[i], headers[i + 1]);
        }
        HttpResponse<String> answer = owner.send(request);
        assertThat(answer.statusCode()).isEqualTo(302);
        return new Begun(answer.headers().firstValue("Set-Cookie").orElseThrow().split(";")[0],
                URI.create(answer.headers().firstValue("Location").orElseThrow()));
    }

    /** Jane enters her password at the provider. @return where it sends her browser to, with a code */
    private static URI atProvider(URI authorization) throws IOException, InterruptedException {
        HttpClient http = HttpClient.newHttpClient();
        Browsing jane = new Browsing(http);
        jane.get(authorization);
        Matcher form = Pattern.compile("name=\"_csrf\"[^>]*value=\"([^\"]+)\"")
                .matcher(jane.get(URI.create(provider.issuer + "/login")).body());
        assertThat(form.find()).as("the provider's form").isTrue();
        String body = "username=jane&password=" + encoded(IdentityProvider.password("jane")) + "&_csrf=" + encoded(form.group(1));
        jane.send(HttpRequest.newBuilder(URI.create(provider.issuer + "/login")).header("Content-Type", "application/x-www-form-urlencoded")
                .POST(BodyPublishers.ofString(body)));
        HttpResponse<String> back = jane.get(authorization);
        return URI.create(back.headers().firstValue("Location").orElseThrow(() ->
                new AssertionError(back.statusCode() + " " + back.body())));
    }

    /** A browser without a window: it keeps the provider's cookies, and follows nothing by itself. */
    private static final class Browsing {
        private final HttpClient http;
        private final Map<String, String> cookies = new TreeMap<>();

        Browsing(HttpClient http) {
            this.http = http;
        }

        HttpResponse<String> get(URI address) throws IOException, InterruptedException {
            return send(HttpRequest.newBuilder(address).header("Accept", "text/html"));
        }

        HttpResponse<String> send(HttpRequest.Builder request) throws IOException, InterruptedException {
            cookies.forEach((name, value) -> request.header("Cookie", name + "=" + value));
            HttpResponse<String> answer = http.send(request.build(), BodyHandlers.ofString());
            answer.headers().allValues("Set-Cookie").forEach(set -> cookies.put(set.substring(0, set.indexOf('=')),
                    set.substring(set.indexOf('=') + 1).split(";")[0]));
            return answer;
        }
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    private static HttpResponse<String> comeBack(String query, String cookie) {
        return owner.send(owner.request(RETURN + "?" + query, "GET", null).header("Cookie", cookie));
    }

    private static String answer(String code, String state) {
        return "code=" + encoded(code) + "&state=" + encoded(state);
    }

    private static HttpResponse<String> bound(String path, String cookie) {
        return owner.send(owner.request(path, "GET", null).header("Cookie", cookie));
    }

    private static void refused(String what, HttpResponse<String> answer) {
        assertThat(answer.statusCode()).as(what).isEqualTo(401);
        assertThat(answer.headers().allValues("Set-Cookie")).as(what).noneMatch(set -> !set.startsWith("caravan-login="));
    }

    @Test
    void aLoginBeginsAtTheIssuerWithAChallengeAndIsBoundToItsBrowser() {
        assertThat(owner.send(owner.request("/login", "GET", null)).body()).contains("href=\"/login/oidc/issuer\"");
        HttpResponse<String> begun = owner.send(owner.request("/login/oidc/issuer", "GET", null));
        assertThat(begun.statusCode()).isEqualTo(302);
        assertThat(begun.headers().firstValue("Location").orElseThrow()).startsWith(provider.issuer)
                .contains("code_challenge_method=S256", "code_challenge=", "nonce=", "state=");
        String cookie = begun.headers().firstValue("Set-Cookie").orElseThrow();
        assertThat(cookie).contains("HttpOnly", "SameSite=Lax", "Path=/login", "caravan-login=");
        String state = begun.headers().firstValue("Location").orElseThrow().replaceFirst(".*[?&]state=([^&]*).*", "$1");
        assertThat(owner.send(owner.request("/login/return/issuer?code=x&state=" + state, "GET", null)).statusCode()).as("another browser")
                .isEqualTo(401);
        assertThat(bound("/login/return/issuer?code=x&state=other", cookie.split(";")[0]).statusCode()).as("another login's state")
                .isEqualTo(401);
        assertThat(bound("/login/return/issuer?code=x&state=" + state, cookie.split(";")[0]).statusCode())
                .as("a code that the issuer never gave").isEqualTo(401);
    }

    @Test
    void aCodeIsGoodOnceAndForItsOwnLoginAlone() throws Exception {
        Begun jane = begin("");
        String code = query(atProvider(jane.authorization())).get("code");
        Begun other = begin("");
        refused("a code of another login (PKCE and nonce differ)", comeBack(answer(code, other.parameter("state")), other.cookie()));
        Begun second = begin("");
        URI back = atProvider(second.authorization());
        HttpResponse<String> entered = comeBack(back.getRawQuery(), second.cookie());
        assertThat(entered.statusCode()).isEqualTo(200);
        refused("the same answer again", comeBack(back.getRawQuery(), second.cookie()));
        Begun third = begin("");
        refused("a used code in a login of its own", comeBack(answer(query(back).get("code"), third.parameter("state")), third.cookie()));
    }

    @Test
    void anAnswerWithoutItsStateOrOfAnotherIssuerIsRefused() throws Exception {
        Map<String, String> changes = new TreeMap<>(Map.of("no state", "", "an empty state", "&state=", "another's state",
                "&state=" + encoded(begin("").parameter("state")),
                "another issuer", "&state=OWN&iss=" + encoded("https://login.example.org"), "another issuer's beginning",
                "&state=OWN&iss=" + encoded(provider.issuer + "/realms/other"),
                "two issuers", "&state=OWN&iss=" + encoded(provider.issuer) + "&iss=" + encoded("https://login.example.org"),
                "an empty issuer", "&state=OWN&iss="));
        for (Map.Entry<String, String> change : changes.entrySet()) {
            Begun begun = begin("");
            String code = query(atProvider(begun.authorization())).get("code");
            refused(change.getKey(), comeBack("code=" + encoded(code) + change.getValue()
                    .replace("OWN", encoded(begun.parameter("state"))), begun.cookie()));
        }
        Begun named = begin("");
        String code = query(atProvider(named.authorization())).get("code");
        assertThat(comeBack(answer(code, named.parameter("state")) + "&iss=" + encoded(provider.issuer), named.cookie()).statusCode())
                .as("the issuer itself").isEqualTo(200);
    }

    /** What the server keeps of a begun login is what the issuer's answer is held against. */
    @ParameterizedTest
    @ValueSource(strings = {"nonce", "code_verifier"})
    void anAnswerOfAnotherNonceOrVerifierIsRefused(String kept) throws Exception {
        Begun begun = begin("");
        URI back = atProvider(begun.authorization());
        JdbcClient database = server.bean(JdbcClient.class);
        String request = database.sql("select request from begun_login where request like ?").param("%" + begun.parameter("state") + "%")
                .query(String.class).single();
        String changed = request.replaceAll("(\"" + kept + "\":\")([^\"]{20})", "$1" + "x".repeat(20));
        assertThat(changed).isNotEqualTo(request);
        database.sql("update begun_login set request = ? where request = ?").params(changed, request).update();
        refused("another " + kept, comeBack(back.getRawQuery(), begun.cookie()));
    }

    @ParameterizedTest
    @ValueSource(strings = {"?redirect_uri=https://evil.example/", "?next=//evil.example", "?redirect=https://evil.example",
            "?continue=https://evil.example", "?state=x&nonce=x",
            "?code_challenge_method=plain&code_challenge=x", "?client_id=other&response_type=token&response_mode=fragment", "?scope=admin"})
    void nothingOfTheBrowserChangesWhereALoginGoes(String more) {
        Begun begun = begin(more, "X-Forwarded-Host", "evil.example", "Forwarded", "host=evil.example", "X-Forwarded-Proto", "https",
                "X-Forwarded-Prefix", "/evil");
        assertThat(begun.authorization().toString()).startsWith(provider.issuer + "/oauth2/authorize?").doesNotContain("evil")
                .doesNotContain("plain");
        assertThat(begun.parameter("redirect_uri")).isEqualTo(owner.base + RETURN);
        assertThat(begun.parameter("code_challenge_method")).isEqualTo("S256");
        assertThat(begun.parameter("response_type")).isEqualTo("code");
        assertThat(begun.parameter("client_id")).isEqualTo(IdentityProvider.CONSOLE);
        assertThat(begun.parameter("scope")).doesNotContain("admin");
        assertThat(begun.parameter("state").length() * begun.parameter("nonce").length()).isGreaterThan(40 * 40);
    }

    @Test
    void whoIsInIsLedToThisServerAloneAndIsOutAfterTheLogOut() throws Exception {
        Begun begun = begin("?next=https://evil.example/");
        HttpResponse<String> entered = comeBack(atProvider(begun.authorization())
                .getRawQuery() + "&next=https://evil.example/&redirect_uri=https://evil.example/", begun.cookie());
        assertThat(entered.statusCode()).isEqualTo(200);
        assertThat(entered.body()).contains("url=/\"").doesNotContain("evil");
        String session = entered.headers().allValues("Set-Cookie").stream().filter(set -> !set.startsWith("caravan-login=")).findFirst()
                .orElseThrow().split(";")[0];
        assertThat(console(session)).isEqualTo(200);
        assertThat(owner.send(owner.request("/logout", "GET", null).header("Cookie", session)).statusCode()).as("a link logs nobody out")
                .isNotEqualTo(303);
        assertThat(owner.send(owner.request("/logout?next=https://evil.example/", "POST", "").header("Cookie", session)
                .header("Origin", "https://evil.example")).headers().allValues("Set-Cookie")).isEmpty();
        assertThat(console(session)).as("a page elsewhere logs nobody out").isEqualTo(200);
        HttpResponse<String> out = owner.send(owner.request("/logout?next=https://evil.example/", "POST", "").header("Cookie", session)
                .header("Origin", owner.base.toString()));
        assertThat(out.headers().firstValue("Location")).hasValue("/login");
        assertThat(console(session)).as("after the log-out").isEqualTo(401);
        for (String to : List.of("https://evil.example/", "//evil.example", "/\\evil.example", "%0d%0aLocation:%20https://evil.example")) {
            HttpResponse<String> in = owner.send(owner.request("/login?next=" + encoded(to) + "&redirect=" + encoded(to) + "&token="
                    + owner.token, "GET", null));
            assertThat(in.headers().allValues("Location")).as(to).containsExactly("/");
        }
    }

    private static int console(String session) {
        return owner.send(owner.request("applications", "GET", null).header("Cookie", session)).statusCode();
    }

    /** Tokens that the issuer made for the console, or for no program that serves requests, open no operation. */
    @Test
    void whatALoginGetsAtTheIssuerIsNoTokenOfTheApi() throws Exception {
        String verifier = "v".repeat(43);
        String challenge = Base64.getUrlEncoder().withoutPadding().encodeToString(MessageDigest.getInstance("SHA-256")
                .digest(verifier.getBytes(StandardCharsets.US_ASCII)));
        String redirect = "http://127.0.0.1:9/login/return/issuer";
        String plain = provider.issuer + "/oauth2/authorize?response_type=code&client_id=" + IdentityProvider.CONSOLE
                + "&scope=openid&state=s&nonce=n&redirect_uri=" + encoded(redirect);
        assertThat(query(atProvider(URI.create(plain)))).as("the issuer asks for a challenge").containsKey("error");
        String code = query(atProvider(URI.create(plain + "&code_challenge_method=S256&code_challenge=" + challenge))).get("code");
        HttpResponse<String> given = HttpClient.newHttpClient().send(HttpRequest.newBuilder(URI.create(provider.issuer + "/oauth2/token"))
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(BodyPublishers.ofString("grant_type=authorization_code&client_id=" + IdentityProvider.CONSOLE + "&code="
                        + encoded(code) + "&code_verifier=" + verifier + "&redirect_uri=" + encoded(redirect))).build(),
                BodyHandlers.ofString());
        assertThat(given.statusCode()).as(given.body()).isEqualTo(200);
        JsonNode tokens = Json.mapper().readTree(given.body());
        for (String kind : List.of("access_token", "id_token")) {
            assertThat(tokens.path(kind).asString("")).as(kind).contains(".");
            new Client(owner.base.getPort(), tokens.path(kind).asString()).expect(401, "GET", "applications", null);
        }
    }
}
