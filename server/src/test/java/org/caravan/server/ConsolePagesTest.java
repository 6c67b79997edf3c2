package org.caravan.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Every page of the console in a browser, with something on it and without: what it shows, axe-core's rules in light and dark, and that the keyboard reaches all. */
@Tag("real")
class ConsolePagesTest {

    private static final List<String> PAGES = List.of("applications", "network", "nodes", "placement", "plan", "progress", "adaptation",
            "audit");

    @TempDir
    Path data;

    @TempDir
    Path profile;

    @Test
    void everyPageCanBeReadAndUsedByAnybody() throws Exception {
        assumeFalse(Browser.missing(), "SKIPPED: chromium is not installed");
        assumeFalse(Accessibility.missing(), "SKIPPED: axe-core is not installed, npm ci in testing/axe");
        Process server = Server.process(data);
        try (Browser browser = new Browser(profile, 1400, 1100)) {
            Client client = KillTest.client(server, data);
            Accessibility accessibility = new Accessibility();
            browser.open(client.base + "/login");
            browser.awaitTrue("document.querySelector('#token') !== null");
            accessibility.check(browser, "login", true);
            browser.open(client.base + "/login?token=" + client.token);
            browser.awaitTrue(shown("applications"));
            pages(browser, client, accessibility, false);

            deployed(client);
            browser.open(client.base + "/");
            pages(browser, client, accessibility, true);
            browser.open(client.base + "/editor/index.html#sock-shop");
            browser.awaitTrue(
                    "document.querySelector('#live.on') !== null && window.caravanEditor.getValue().includes('application sock-shop')");
            accessibility.check(browser, "models", true);
            theEditorHasWhatEveryPageHas(browser, client);
            unknownAddressesSaySo(browser, client);
            applicationsAreInOneLine(browser, client);
            decisionsHaveTheirFigures(browser, client);
            theAuditLogIsFilteredAndVerified(browser, client);
            aViewerSeesNoAuditLog(browser, client);
            assertThat(accessibility.found()).isEmpty();
            assertThat(browser.faults()).as("but that there is none yet, at first").allMatch(fault -> fault.contains("status of 404"));
        } finally {
            server.destroyForcibly().waitFor();
        }
    }

    private static String shown(String page) {
        return "document.querySelector('#view')?.dataset.shown === '" + page + "' && document.querySelector('#live.on') !== null";
    }

    private static void pages(Browser browser, Client client, Accessibility accessibility, boolean full) throws Exception {
        for (String page : PAGES) {
            browser.open(client.base + "/#/" + page);
            browser.awaitTrue(shown(page));
            accessibility.check(browser, page + (full ? "" : ", empty"), full);
            if (full) {
                accessibility.reach(browser, page);
                fitsANarrowWindow(browser, page);
                browser.picture(Files.createDirectories(Path.of("target")).resolve("console-" + page + ".png"));
            }
        }
    }

    /** Tables scroll by themselves, the page does not, and the link to the page that is shown can be seen. */
    private static void fitsANarrowWindow(Browser browser, String page) {
        browser.width(480);
        assertThat(browser.run("document.documentElement.scrollWidth - document.documentElement.clientWidth").asInt())
                .as("pixels by which " + page + " is too wide").isZero();
        browser.width(0);
    }

    private static void theEditorHasWhatEveryPageHas(Browser browser, Client client) {
        String links =
                "[...document.querySelectorAll('nav a')].filter((one) => !one.hidden).map((one) => one.textContent + ' ' + one.href).join()";
        assertThat(browser.run(
                "document.querySelector('#simulated').checkVisibility() && document.querySelector('#logout').checkVisibility() && "
                + "document.querySelector('#scheme').checkVisibility()")
                .asBoolean()).isTrue();
        String inEditor = browser.run(links).asString();
        browser.open(client.base + "/#/applications");
        browser.awaitTrue(shown("applications") + " && !document.querySelector('#audit').hidden");
        assertThat(browser.run(links).asString()).isEqualTo(inEditor).contains("Nodes", "Audit");
    }

    private static void unknownAddressesSaySo(Browser browser, Client client) {
        for (String address : List.of("nodez", "constructor", "%E0")) {
            browser.open(client.base + "/#/" + address);
            browser.awaitTrue(
                    "document.querySelector('#view h1')?.textContent === 'No such page' && "
                    + "document.querySelector('#view').textContent.includes('no page " + address + "')");
        }
        browser.run("document.querySelector('.pages a[href=\"#/nodes\"]').click()");
        browser.awaitTrue(shown("nodes"));
        browser.run("document.querySelector('.skip').click()");
        assertThat(browser.run("location.hash + ' ' + document.activeElement.id").asString()).as("to the content, not away from it")
                .isEqualTo("#/nodes view");
        browser.open(client.base + "/#/placement/nothing-of-the-kind");
        browser.awaitTrue("document.querySelector('#view').textContent.includes('no application (nothing-of-the-kind)')");
    }

    /** One application that runs, and one that nothing can carry. */
    private static void deployed(Client client) {
        client.put("infrastructure", Server.files("sites.caravan"));
        String run = client.expect(202, "POST", "probes", "{\"scope\":\"standard\"}").path("probeRunId").asString();
        client.await("probes/" + run, answer -> answer.path("state").asString().equals("DONE"));
        client.put("applications/sock-shop/model", Server.files("shop.caravan"));
        client.await("decisions?rule=model-planned", found -> !found.isEmpty());
        String plan = client.expect(200, "POST", "applications/sock-shop/plans", null).path("id").asString();
        client.expect(202, "POST", "applications/sock-shop/plans/" + plan + "/approval", null);
        client.await("applications/sock-shop/deployments/latest", answer -> answer.path("state").asString().equals("DONE"));
    }

    private static void applicationsAreInOneLine(Browser browser, Client client) {
        browser.open(client.base + "/#/applications");
        browser.awaitTrue("document.querySelector('#view tbody tr')?.textContent.includes('running')");
        JsonNode summary = client.get("applications").path(0);
        assertThat(browser.run(
                "[...document.querySelectorAll('#view tbody tr:first-child td')].slice(0, 3).map((cell) => cell.textContent).join('|')")
                .asString())
                .isEqualTo("sock-shop " + summary.path("version").asString() + "|running|" + summary.path("instances").asInt());
    }

    private static void decisionsHaveTheirFigures(Browser browser, Client client) {
        JsonNode planned = client.get("decisions?rule=model-planned&application=sock-shop").path(0);
        assertThat(planned.path("outcome").asString()).matches("Plan [0-9a-f]{12} waits for approval\\.");
        assertThat(planned.path("figures").valueStream()
                .map(figure -> figure.path("name").asString() + " " + figure.path("unit").asString()))
                .contains("instances that change ", "cost EUR/month");
        browser.open(client.base + "/#/adaptation");
        browser.awaitTrue(
                "[...document.querySelectorAll('#view tbody tr')].some((row) => row.textContent.includes('model-planned') && "
                + "row.textContent.includes('EUR/month'))");
        browser.awaitTrue("document.querySelector('section[aria-label=\"Time line of decisions\"] circle[data-number=\""
                + planned.path("number").asLong() + "\"] title')?.textContent.includes('EUR/month')");
        String own = "document.querySelector('section[aria-label=\"The server\\'s own rules\"]')";
        browser.awaitTrue(own + "?.querySelectorAll('tbody tr').length === " + client.get("rules").size());
        assertThat(browser.run(own + ".textContent").asString()).contains("caravan.probing.every is 0s", "When a model is submitted.");
        assertThat(browser.run("document.querySelector('section[aria-label=\"Rules in models\"]').textContent").asString())
                .contains("choose an application");
        browser.run("(() => { const chosen = [...document.querySelectorAll('#view label')].find((one) => "
                + "one.textContent.startsWith('Application')).querySelector('select');"
                + " chosen.value = 'sock-shop'; chosen.dispatchEvent(new Event('change')); })()");
        browser.awaitTrue(
                "document.querySelector('section[aria-label=\"Rules in models\"]').textContent.includes('The model of sock-shop writes no "
                + "rule.')");
    }

    private static void theAuditLogIsFilteredAndVerified(Browser browser, Client client) {
        browser.open(client.base + "/#/audit");
        browser.awaitTrue(
                "document.querySelector('form[aria-label=Verification]') !== null && document.querySelectorAll('#view tbody tr').length > 4");
        browser.run("(() => { const field = [...document.querySelectorAll('#view label')].find((one) => one.textContent === 'Request "
                + "begins with').querySelector('input');"
                + " field.value = 'PUT /api/v1/infra'; field.dispatchEvent(new Event('input')); field.form.requestSubmit(); })()");
        browser.awaitTrue("document.querySelectorAll('#view tbody tr').length === 2");
        browser.run("document.querySelector('form[aria-label=Verification]').requestSubmit()");
        browser.awaitTrue("document.querySelector('form[aria-label=Verification] [role=status]').textContent.startsWith('intact')");
    }

    private static void aViewerSeesNoAuditLog(Browser browser, Client client) {
        String token = client.expect(201, "POST", "tokens", "{\"name\": \"who looks on\", \"role\": \"viewer\"}").path("token").asString();
        browser.open(client.base + "/login?token=" + token);
        browser.awaitTrue(
                "document.querySelector('#live.on') !== null && document.querySelector('#audit').hidden && document.querySelector('#view "
                + "tbody') !== null");
        browser.open(client.base + "/#/audit");
        browser.awaitTrue("document.querySelector('#view').textContent.includes('shown to admins; this token is a viewer')");
    }
}
