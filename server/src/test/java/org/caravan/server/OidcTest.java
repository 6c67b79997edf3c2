package org.caravan.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.caravan.idp.IdentityProvider;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Tokens of a real identity provider at a server. */
class OidcTest {

    @TempDir
    static Path folder;

    private static IdentityProvider provider;
    private static IdentityProvider other;
    private static Server server;
    private static Client owner;

    @BeforeAll
    static void start() throws Exception {
        Path data = Files.createDirectory(folder.resolve("data"));
        provider = new IdentityProvider(Files.createDirectory(folder.resolve("idp")));
        other = new IdentityProvider(Files.createDirectory(folder.resolve("other")));
        server = Server.start(data, List.of("--caravan.oidc.issuer=" + provider.issuer, "--caravan.limits.address-rate=6000"));
        owner = server.client;
    }

    @AfterAll
    static void stop() throws Exception {
        server.close();
        provider.close();
        other.close();
    }

    private static Client with(String token) {
        return new Client(owner.base.getPort(), token);
    }

    @Test
    void aTokenMayWhatItsRoleMayAndIsInTheAuditLog() throws Exception {
        with(provider.token("viewer")).get("applications");
        with(provider.token("viewer")).expect(403, "GET", "secrets", null);
        with(provider.token("deployer")).get("secrets");
        with(provider.token("several")).get("secrets");
        with(provider.token("several")).expect(403, "PUT", "infrastructure", "{}");
        with(provider.token("operator")).expect(403, "GET", "tokens", null);
        with(provider.token("admin")).get("tokens");
        with(provider.token("deployer")).expect(200, "PUT", "secrets/by-oidc", "{\"value\": \"x\"}");
        JsonNode entry = owner.get("audit?tokenId=oidc:deployer&most=1").path(0);
        assertThat(entry.path("request").asString()).isEqualTo("PUT /api/v1/secrets/by-oidc");
        assertThat(entry.path("name").asString()).isEqualTo("test of deployer");
    }

    @Test
    void aTokenWithoutARoleForAnotherServiceOfAnotherIssuerOrChangedOpensNothing() throws Exception {
        String good = provider.token("admin");
        String[] parts = good.split("\\.");
        String signature = parts[2].charAt(0) == 'A' ? "B" + parts[2].substring(1) : "A" + parts[2].substring(1);
        for (String token : new String[] {provider.token("none"), provider.token("king"), provider.token("elsewhere"), other.token("admin"),
                parts[0] + "." + parts[1] + "." + signature, parts[0] + "." + parts[1] + ".", "a.b.c"}) {
            assertThat(with(token).expect(401, "GET", "applications", null).path("code").asString()).isEqualTo("token-missing");
        }
    }

    private static String part(String json) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(json.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void aTokenOutsideOfItsTimeOrOfAnotherIssuersNameOrAlgorithmOpensNothing() throws Exception {
        String payload = provider.token("admin").split("\\.")[1];
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(provider.publicKey(), "HmacSHA256"));
        String signed = part("{\"alg\":\"HS256\",\"kid\":\"1\"}") + "." + payload;
        Map<String, String> tokens = Map.of("expired", provider.token("expired"), "not yet valid", provider.token("early"),
                "another issuer", provider.token("otherissuer"),
                "unsigned", part("{\"alg\":\"none\"}") + "." + payload + ".AA", "unsigned, without a signature", part("{\"alg\":\"none\"}")
                        + "." + payload + ".",
                "the public key as a shared secret", signed + "."
                        + Base64.getUrlEncoder().withoutPadding().encodeToString(mac.doFinal(signed.getBytes(StandardCharsets.US_ASCII))),
                "a key of its own", part("{\"alg\":\"RS256\",\"jwk\":{\"kty\":\"RSA\",\"n\":\"AQ\",\"e\":\"AQAB\"}}") + "." + payload
                        + ".AA",
                "a key elsewhere", part("{\"alg\":\"RS256\",\"jku\":\"http://127.0.0.1:1/keys\",\"kid\":\"x\"}") + "." + payload + ".AA");
        tokens.forEach((what, token) -> assertThat(with(token).expect(401, "GET", "applications", null).path("code").asString()).as(what)
                .isEqualTo("token-missing"));
    }

    /** Unknown key ids make the server ask the issuer, though not for each token. */
    @Test
    void afterTheIssuerChangedItsKeyNewTokensAreTakenAndFormerOnesAreNot() throws Exception {
        String former = provider.token("viewer");
        with(former).get("applications");
        provider.rotate();
        String renewed = provider.token("viewer");
        Awaitility.await("the new key").until(() -> {
            HttpResponse<String> answer = owner.send(owner.request("applications", "GET", null)
                    .header("Authorization", "Bearer " + renewed));
            return answer.statusCode() == 200;
        });
        with(former).expect(401, "GET", "applications", null);
    }
}
