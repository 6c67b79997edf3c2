package org.caravan.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The console's editor of models, as a browser shows it. */
@Tag("real")
class EditorTest {

    private static final String MODEL = "window.caravanEditor.getModel()";

    @TempDir
    Path data;

    @TempDir
    Path profile;

    @Test
    void aMistakeIsShownMendedAndHandedOver() throws Exception {
        assumeFalse(Browser.missing(), "SKIPPED: chromium is not installed");
        Process server = Server.process(data);
        try (Browser browser = new Browser(profile, 1400, 900)) {
            Client client = KillTest.client(server, data);
            client.put("infrastructure", Server.files("sites.caravan"));
            client.put("applications/sock-shop/model", Server.files("shop.caravan"));
            String run = client.expect(202, "POST", "probes", "{\"scope\":\"idle\"}").path("probeRunId").asString();
            client.await("probes/" + run, probes -> probes.path("state").asString().equals("DONE"));

            browser.open(client.base + "/login?token=" + client.token);
            browser.awaitTrue("document.querySelector('#models') !== null");
            browser.open(client.base + "/editor/index.html#sock-shop");
            browser.awaitTrue("document.querySelector('#live.on') !== null && window.caravanEditor.getValue().includes('application sock-shop')");
            browser.awaitTrue("[...document.querySelectorAll('.view-line span')].some((one) => one.textContent === 'application' && !one.className.includes('mtk1 '))");
            aMistakeIsMended(browser);
            browser.picture(Files.createDirectories(Path.of("target")).resolve("console-editor.png"));

            browser.run("document.querySelector('#plan').click()");
            browser.awaitTrue("location.hash === '#/plan/sock-shop' && document.querySelector('#view')?.textContent.length > 200");
            assertThat(client.get("applications/sock-shop/plans").size()).isPositive();
            assertThat(browser.faults()).isEmpty();
        } finally {
            server.destroyForcibly().waitFor();
        }
    }

    private static void aMistakeIsMended(Browser browser) throws Exception {
        String right = browser.run(MODEL + ".getValue()").asString();
        browser.run("(() => { const m = " + MODEL + "; const hit = m.findMatches('memory ', false, false, true, null, false)[0];"
                + " m.pushEditOperations([], [{ range: hit.range, text: 'memry ' }], () => null); })()");
        browser.awaitTrue("document.querySelectorAll('#problems li.error').length > 0");
        browser.picture(Files.createDirectories(Path.of("target")).resolve("console-editor-mistake.png"));
        browser.run(MODEL + ".undo()");
        browser.awaitTrue("document.querySelectorAll('#problems li').length === 0");
        assertThat(browser.run(MODEL + ".getValue()").asString()).isEqualTo(right);
        browser.run("window.caravanEditor.setPosition(" + MODEL + ".findMatches('component ', false, false, true, null, false)[0].range.getStartPosition()); "
                + "window.caravanEditor.focus(); window.caravanEditor.trigger('test', 'editor.action.showHover', {})");
        browser.awaitTrue("[...document.querySelectorAll('.monaco-hover')].some((one) => one.textContent.includes('component'))");
    }
}
