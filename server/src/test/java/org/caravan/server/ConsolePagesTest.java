package org.caravan.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import java.net.http.HttpRequest;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.caravan.canonical.Digest;
import org.caravan.json.Json;
import org.caravan.service.ServiceKind;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/**
 * Every page of the console in a browser, with something on it and without: what it shows, axe-core's rules in light and dark, and that the
 * keyboard reaches all.
 */
@Tag("real")
class ConsolePagesTest {

    private static final List<String> PAGES = List.of("applications", "services", "network", "nodes", "placement", "plan", "progress",
            "adaptation",
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
            metricsHaveTheirThreshold(browser);
            aServiceIsCreatedOfAnUploadAndFaultsHaveTheirPlace(browser, client);
            theAuditLogIsFilteredAndVerified(browser, client);
            aViewerSeesNoAuditLog(browser, client);
            assertThat(accessibility.found()).isEmpty();
            assertThat(browser.faults()).as("but that there is none yet, at first, and an upload with a fault").allMatch(fault ->
                    fault.contains("status of 404") || fault.contains("status of 422") && fault.contains("/api/v1/services?"));
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
                "[...document.querySelectorAll('nav a')].filter((one) => !one.hidden)"
                + ".map((one) => one.textContent + ' ' + one.href).join()";
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

    private void aServiceIsCreatedOfAnUploadAndFaultsHaveTheirPlace(Browser browser, Client client) throws Exception {
        byte[] tree = Files.readAllBytes(BuiltImage.rootFileSystem(data.resolve("engine.tar")));
        String id = client.expect(200, "POST", "image-uploads", Json.write(Map.of("format", "rootfs", "size", tree.length, "digest",
                "sha256:" + Digest.of(tree), "name", "caravan/services/taskfarm", "architecture", "amd64", "start",
                new String[] {"/bin/start"}, "environment", Map.of()))).path("id").asString();
        assertThat(client.send(client.request("image-uploads/" + id, "GET", null).setHeader("Content-Type", "application/octet-stream")
                .header("Authorization", "Bearer " + client.token).header("Upload-Offset", "0")
                .method("PATCH", HttpRequest.BodyPublishers.ofByteArray(tree))).statusCode()).isEqualTo(200);
        client.expect(200, "POST", "image-uploads/" + id + "/completion", "");

        browser.open(client.base + "/#/services");
        browser.awaitTrue(shown("services") + " && document.querySelector('form[aria-label=\"New service\"]') !== null");
        assertThat(browser.run("[...document.querySelector('form select').options].map((one) => one.value)").valueStream()
                .map(JsonNode::asString)).containsExactlyElementsOf(ServiceKind.names());
        browser.run("(() => { const [kind, , users] = document.querySelectorAll('form select'); kind.value = 'taskfarm'; "
                + "users.value = 'users-bergen'; [kind, users].forEach((one) => one.dispatchEvent(new Event('change'))); "
                + "document.querySelector('[name=name]').value = 'crunch'; })()");
        upload(browser, "'@shared_task\\ndef f(:\\n  pass\\n'");
        browser.awaitTrue("document.querySelector('[aria-label=Faults]')?.textContent.includes('upload/tasks.py:2:6')");
        assertThat(client.get("services")).isEmpty();
        upload(browser, "'from celery import shared_task\\n@shared_task\\ndef f():\\n  pass\\n'");
        browser.awaitTrue("location.hash === '#/plan/crunch'");
        assertThat(client.get("services").toString()).contains("\"name\":\"crunch\",\"kind\":\"taskfarm\"");
        assertThat(client.get("applications/crunch/model").path("files").path("crunch.caravan").asString()).contains("users-bergen");
        browser.open(client.base + "/#/services");
        browser.awaitTrue("document.querySelector('#view tbody')?.textContent.includes('crunchtaskfarmservice/crunch')");
    }

    /** Chooses a folder with a file tasks.py and this content, and submits the form. */
    private static void upload(Browser browser, String content) {
        browser.run("(() => { const chosen = new DataTransfer(); chosen.items.add(new File([" + content + "], 'tasks.py')); "
                + "document.querySelector('[name=folder]').files = chosen.files; "
                + "document.querySelector('#view form').requestSubmit(); })()");
    }

    /** Decisions of a rule on a metric, as the server lists them; the model here has no rule. */
    private static void metricsHaveTheirThreshold(Browser browser) {
        String card = "document.querySelector('section[aria-label=\"Metrics and thresholds\"]')";
        browser.awaitTrue(card + "?.textContent.includes('No decision about sock-shop compares a metric with a threshold.')");
        String figures = "figures: [{ name: 'load', value: %s, unit: '' }, { name: 'bound of load', value: 0.8, unit: '' }, "
                + "{ name: 'replicas of web', value: %d, unit: '' }]";
        String decisions = "[{ at: '2026-11-26T10:02:00Z', outcome: 'It does nothing.', " + figures.formatted("0.95", 3) + " }, "
                + "{ at: '2026-11-26T10:01:00Z', outcome: 'Deployment 2 carries it out.', " + figures.formatted("0.9", 2) + " }, "
                + "{ at: '2026-11-26T10:00:00Z', outcome: 'Plan 1 waits for approval.', figures: [] }]";
        browser.run("import('/console/adaptation/curves.js').then((module) => " + card + ".replaceWith(module.curves('sock-shop', "
                + decisions + ")))");
        browser.awaitTrue(card + "?.querySelector('canvas')?.getAttribute('aria-label') === "
                + "'load: 2 decisions, the latest at 0.95, threshold 0.8'");
        assertThat(browser.run("window.Chart.getChart(" + card + ".querySelector('canvas')).data.datasets.map((line) => line.label + ' ' + "
                + "line.data.map((point) => point.y).join(' ')).join(', ')").asString())
                .isEqualTo("load 0.9 0.95, threshold 0.8 0.8, replicas 2 3");
    }

    private static void theAuditLogIsFilteredAndVerified(Browser browser, Client client) {
        browser.open(client.base + "/#/audit");
        browser.awaitTrue(
                "document.querySelector('form[aria-label=Verification]') !== null "
                + "&& document.querySelectorAll('#view tbody tr').length > 4");
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
