package org.caravan.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** The console's editor of models, as a browser shows it. */
@Tag("real")
class EditorTest {

    /** Each word on the page with its contrast to the ground, after WCAG 2.2. */
    private static final String CONTRASTS = """
            (() => {
              const light = (colour) => {
                const [r, g, b] = colour.match(/[0-9.]+/g).slice(0, 3).map((value) => value / 255)\
            .map((one) => (one <= 0.04045 ? one / 12.92 : ((one + 0.055) / 1.055) ** 2.4));
                return 0.2126 * r + 0.7152 * g + 0.0722 * b;
              };
              const ground = light(getComputedStyle(document.querySelector('.monaco-editor-background')).backgroundColor);
              return [...document.querySelectorAll('.view-line span')].filter((one) => one.children.length === 0 \
            && one.textContent.trim()).map((one) => {
                const ink = light(getComputedStyle(one).color);
                return [one.textContent, (Math.max(ink, ground) + 0.05) / (Math.min(ink, ground) + 0.05)];
              });
            })()""";

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
            browser.awaitTrue(
                    "document.querySelector('#live.on') !== null && window.caravanEditor.getValue().includes('application sock-shop')");
            browser.awaitTrue(
                    "[...document.querySelectorAll('.view-line span')].some((one) => one.textContent === 'application' && "
                    + "!one.className.includes('mtk1 '))");
            namesHaveTheColourOfWhatTheyName(browser);
            itIsDarkWhereTheConsoleIs(browser);
            aMistakeIsMended(browser);
            thePictureFollowsTheText(browser);
            filesAreAddedRenamedAndDeleted(browser);
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
        browser.run("window.caravanEditor.setPosition(" + MODEL
                + ".findMatches('component ', false, false, true, null, false)[0].range.getStartPosition()); "
                + "window.caravanEditor.focus(); window.caravanEditor.trigger('test', 'editor.action.showHover', {})");
        browser.awaitTrue("[...document.querySelectorAll('.monaco-hover')].some((one) => one.textContent.includes('component'))");
    }

    private static void namesHaveTheColourOfWhatTheyName(Browser browser) throws Exception {
        browser.awaitTrue(
                "[...document.querySelectorAll('.view-line span')].some((one) => one.textContent.trim() === 'frontend' && "
                + "one.children.length === 0"
                + " && getComputedStyle(one).color === 'rgb(21, 101, 192)')");
    }

    /** The ground of the text, the same meanings in other colours, and every word to be read on it. */
    private static void itIsDarkWhereTheConsoleIs(Browser browser) throws Exception {
        browser.run("document.querySelector('#scheme').click()");
        browser.awaitTrue(
                "document.documentElement.dataset.scheme === 'dark' && "
                + "getComputedStyle(document.querySelector('.monaco-editor-background')).backgroundColor === 'rgb(20, 28, 34)'");
        browser.awaitTrue(
                "[...document.querySelectorAll('.view-line span')].some((one) => one.textContent.trim() === 'frontend' && "
                + "one.children.length === 0"
                + " && getComputedStyle(one).color === 'rgb(124, 183, 255)')");
        JsonNode contrasts = browser.run(CONTRASTS);
        assertThat(contrasts).hasSizeGreaterThan(30)
                .allSatisfy(word -> assertThat(word.get(1).asDouble()).as(word.get(0).asString()).isGreaterThan(4.5));
        browser.picture(Files.createDirectories(Path.of("target")).resolve("console-editor-dark.png"));
        browser.run("document.querySelector('#scheme').click()");
        namesHaveTheColourOfWhatTheyName(browser);
    }

    private static void thePictureFollowsTheText(Browser browser) throws Exception {
        String drawn = "decodeURIComponent(document.querySelector('#picture img').src)";
        browser.run("document.querySelector('#show-picture').click()");
        browser.awaitTrue(drawn + ".includes('>frontend<') && document.querySelector('#picture img').naturalWidth > 100");
        browser.picture(Files.createDirectories(Path.of("target")).resolve("console-editor-picture.png"));
        browser.run("(() => { const m = " + MODEL + "; m.pushEditOperations([], m.findMatches('frontend', false, false, true, null, false)"
                + ".map((hit) => ({ range: hit.range, text: 'entrance' })), () => null); })()");
        browser.awaitTrue(drawn + ".includes('>entrance<') && !" + drawn + ".includes('>frontend<')");
        browser.run(MODEL + ".undo()");
        browser.awaitTrue(drawn + ".includes('>frontend<')");
    }

    private static void filesAreAddedRenamedAndDeleted(Browser browser) throws Exception {
        String listed = "[...document.querySelectorAll('#file option')].map((one) => one.textContent).join()";
        String before = browser.run(listed).asString();
        String shown = browser.run("document.querySelector('#file').value").asString();
        answer(browser, "new-file", "../else.caravan");
        browser.awaitTrue("document.querySelector('#name-refused').textContent.startsWith('../else.caravan is no name of a model file.')");
        answer(browser, null, "more.caravan");
        browser.awaitTrue(listed + " === '" + before + ",more.caravan' && " + MODEL + ".getValue() === ''");
        browser.run(MODEL + ".setValue('infrastructure more {')");
        browser.awaitTrue("[...document.querySelectorAll('#problems li')].some((one) => one.textContent.startsWith('more.caravan:1'))");
        answer(browser, "rename-file", "other.caravan");
        browser.awaitTrue(listed + " === '" + before + ",other.caravan'");
        browser.run("document.querySelector('#delete-file').click()");
        browser.awaitTrue(listed + " === '" + before + "' && document.querySelectorAll('#problems li').length === 0");
        browser.run("(() => { const chosen = document.querySelector('#file'); chosen.value = '" + shown
                + "'; chosen.dispatchEvent(new Event('change')); })()");
    }

    private static void answer(Browser browser, String button, String name) throws Exception {
        if (button != null) {
            browser.run("document.querySelector('#" + button + "').click()");
            browser.awaitTrue("document.querySelector('#name-dialog').open");
        }
        browser.run("document.querySelector('#name').value = '" + name
                + "'; document.querySelector('#name-dialog button.primary').click()");
    }
}
