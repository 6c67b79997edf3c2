package org.caravan.importers.compose;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.caravan.application.Readiness;
import org.caravan.importers.draft.Draft;
import org.caravan.importers.draft.DraftComponent;
import org.caravan.importers.yaml.YamlNode;

/** Converts a check that fetches a page from the component itself to the readiness of its endpoint; other commands are not supported. */
final class Healthcheck {

    private static final Pattern PAGE =
            Pattern.compile(
                    ".*(?:curl|wget|http).*?(https?)://(?:localhost|127\\.0\\.0\\.1|0\\.0\\.0\\.0|\\[::1])(?::([0-9]{1,5}))?"
                            + "(/[!-~&&[^'\"|\\\\]]*)?.*", Pattern.DOTALL);

    /** Longer commands count as programs. */
    private static final int LONGEST = 1000;

    private final Draft draft;
    private final DraftComponent component;
    private final ComposeVariables variables;

    Healthcheck(Draft draft, DraftComponent component, ComposeVariables variables) {
        this.draft = draft;
        this.component = component;
        this.variables = variables;
    }

    void read(YamlNode check) {
        check.entries();
        String command = check.get("test").map(test -> test.items().stream().map(YamlNode::text).collect(Collectors.joining(" ")))
                .orElse("");
        if (check.text("disable").equals("true") || command.startsWith("NONE")) {
            draft.findings().notCarried(check.at(), "healthcheck that is switched off",
                    "because an endpoint is waited for until it accepts connections", component);
        }
        if (check.text("disable").equals("true") || command.startsWith("NONE") || command.isEmpty()) {
            return;
        }
        Matcher page = PAGE.matcher(variables.interpolated(command).value());
        int port = command.length() <= LONGEST && page.matches() ? port(page) : 0;
        if (port >= 1 && port <= 65_535 && page.group(1).equals("http")) {
            component.ready(port, new Readiness.HttpAnswers(page.group(3) == null ? "/" : page.group(3), 200));
            draft.findings().doubt("healthcheck", check.at(), "Healthcheck of " + component.id()
                    + " only says when it is ready, by status 200; interval and retries are Caravan's.", "", component);
        } else {
            draft.findings().notCarried(check.at(), "healthcheck",
                    "say when an endpoint is ready, if accepting connections is not enough: ready when GET \"/path\" is 200", component);
        }
    }

    private static int port(Matcher page) {
        return page.group(2) == null ? 80 : Integer.parseInt(page.group(2));
    }
}
