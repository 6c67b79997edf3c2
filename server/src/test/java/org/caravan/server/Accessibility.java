package org.caravan.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Holds a page against axe-core's rules, all of them, and against the keyboard. What Monaco draws inside of the editor is its own: it has a
 * mode for screen readers.
 */
final class Accessibility {

    private static final Path AXE = Path.of("../testing/axe/node_modules/axe-core/axe.min.js");
    private static final int MOST_STOPS = 400;

    private static final String VIOLATIONS = """
            axe.run({ exclude: [['.monaco-editor']] }, { resultTypes: ['violations'] }).then((found) => found.violations.map((one) =>
              `${one.id} (${one.impact}): ${one.help}: ` + one.nodes.map((node) => node.html.slice(0, 200) + ' ' \
            + node.any.concat(node.all, node.none).map((check) => check.message).join('; ')).slice(0, 4).join(' | ')))""";

    /** What a person must be able to reach; of radio buttons with one name the keyboard stops at one, of a grid at one cell. */
    private static final String REACHABLE = """
            [...document.querySelectorAll('a[href], button, select, input, summary, textarea, [tabindex="0"]')]
              .filter((one) => one.checkVisibility() && !one.disabled && one.tabIndex >= 0 && !(one.type === 'radio' && !one.checked) \
            && !one.closest('[inert]'))""";

    private final String script;
    private final List<String> found = new ArrayList<>();

    /** Whether it is not installed: npm ci in testing/axe. */
    static boolean missing() {
        return Files.notExists(AXE);
    }

    Accessibility() throws IOException {
        script = Files.readString(AXE);
    }

    /** @param bothSchemes whether in dark, too */
    void check(Browser browser, String page, boolean bothSchemes) {
        if (!browser.run("typeof axe === 'object'").asBoolean()) {
            browser.run(script + "; 0");
        }
        for (boolean dark : bothSchemes ? new boolean[] {false, true} : new boolean[] {false}) {
            browser.dark(dark);
            String where = page + (dark ? ", dark: " : ", light: ");
            browser.run(VIOLATIONS).forEach(violation -> found.add(where + violation.asString()));
        }
        browser.dark(false);
    }

    /** Of all pages that were held against the rules. */
    List<String> found() {
        return found;
    }

    /** From the top of the page with the Tab key alone. The page records what has the focus, so that no stop waits for an answer. */
    void reach(Browser browser, String page) {
        browser.run("document.activeElement?.blur(); window.reached = new Set(); scrollTo(0, 0); window.wanted = " + REACHABLE + "; "
                + "addEventListener('focusin', (event) => window.reached.add(event.target), true); 0");
        int wanted = browser.run("window.wanted.length").asInt();
        assertThat(wanted).as(page).isBetween(1, MOST_STOPS);
        browser.tabs(wanted + 20);
        browser.run("window.wanted.filter((one) => !window.reached.has(one) && one.isConnected).map((one) => one.outerHTML.slice(0, 160))")
                .forEach(one -> found.add(page + ": not reached by keyboard: " + one.asString()));
    }
}
