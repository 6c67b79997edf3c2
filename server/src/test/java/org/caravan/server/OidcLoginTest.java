package org.caravan.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.caravan.idp.IdentityProvider;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** People log in to the console at a real identity provider, in a browser; without one in {@link OidcFlowTest}. */
@Tag("real")
class OidcLoginTest {

    private static final String TYPE =
            "document.querySelector('[name=username]').value='%s'; document.querySelector('[name=password]').value='%s'; "
            + "document.querySelector('form').submit(); 0";

    @TempDir
    static Path folder;

    private static IdentityProvider provider;
    private static Server server;
    private static Client owner;

    @BeforeAll
    static void start() throws Exception {
        Path data = Files.createDirectory(folder.resolve("data"));
        provider = new IdentityProvider(Files.createDirectory(folder.resolve("idp")));
        server = Server.start(data, List.of("--caravan.oidc.issuer=" + provider.issuer, "--caravan.oidc.client-id="
                + IdentityProvider.CONSOLE,
                "--caravan.oidc.organisation-claim=caravan-organisation"));
        owner = server.client;
        owner.expect(201, "POST", "organisations", "{\"name\": \"acme\"}");
        owner.put("infrastructure", Server.files("sites.caravan"));
    }

    @AfterAll
    static void stop() throws Exception {
        server.close();
        provider.close();
    }

    @Test
    void somebodyLogsInAndOutAgain(@TempDir Path profile) throws Exception {
        assumeFalse(Browser.missing(), "SKIPPED: chromium is not installed");
        try (Browser browser = new Browser(profile, 1200, 800)) {
            browser.open(owner.base + "/");
            browser.awaitTrue("document.querySelector('#issuer') !== null");
            browser.picture(Files.createDirectories(Path.of("target")).resolve("console-login.png"));
            browser.run("document.querySelector('#issuer').click(); 0");
            browser.awaitTrue("location.href.startsWith('" + provider.issuer + "') && document.querySelector('[name=password]') !== null");
            browser.run(TYPE.formatted("jane", IdentityProvider.password("jane")));
            browser.awaitTrue("location.origin === '" + owner.base
                    + "' && location.pathname === '/' && document.getElementById('view')?.dataset.shown === 'applications'");
            assertThat(browser.run("fetch('/api/v1/secrets').then(answer => answer.status)").asInt()).as("a deployer").isEqualTo(200);
            assertThat(browser.run("fetch('/api/v1/tokens').then(answer => answer.status)").asInt()).isEqualTo(403);
            assertThat(browser.run(
                    "fetch('/api/v1/organisations').then(answer => answer.json()).then(all => all.map(one => one.name).join())").asString())
                    .isEqualTo("acme");
            assertThat(browser.run("document.cookie").asString()).as("no script reads it").isEmpty();
            assertThat(browser.run(
                    "fetch('/api/v1/secrets/of-jane', {method: 'PUT', headers: {'Content-Type': 'application/json'}, body: '{\"value\": "
                    + "\"x\"}'}).then(answer => answer.status)").asInt()).isEqualTo(200);
            JsonNode written = owner.get("audit?tokenId=oidc:jane");
            assertThat(written.findValuesAsString("request")).contains("GET /login/return/issuer", "PUT /api/v1/secrets/of-jane");
            assertThat(written.path(0).path("organisation").asString()).isEqualTo("acme");
            browser.run("document.querySelector('#logout').click(); 0");
            browser.awaitTrue("location.pathname === '/login'");
            assertThat(browser.run("fetch('/api/v1/secrets').then(answer => answer.status)").asInt()).isEqualTo(401);
            JsonNode ended = owner.get("tokens").valueStream().filter(token -> token.path("subject").asString("").equals("jane"))
                    .findFirst().orElseThrow();
            assertThat(ended.hasNonNull("revokedAt")).as("its cookie is good no more, wherever it is").isTrue();
        }
    }

    @Test
    void whoHasNoRoleIsToldSo(@TempDir Path profile) throws Exception {
        assumeFalse(Browser.missing(), "SKIPPED: chromium is not installed");
        try (Browser browser = new Browser(profile, 1200, 800)) {
            browser.open(owner.base + "/login/oidc/issuer");
            browser.awaitTrue("document.querySelector('[name=password]') !== null");
            browser.run(TYPE.formatted("stranger", IdentityProvider.password("stranger")));
            browser.awaitTrue("document.body?.textContent.includes('no role here') === true");
            assertThat(browser.run("fetch('/api/v1/applications').then(answer => answer.status)").asInt()).isEqualTo(401);
        }
    }
}
