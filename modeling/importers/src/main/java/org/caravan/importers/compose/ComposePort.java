package org.caravan.importers.compose;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.caravan.importers.draft.Draft;
import org.caravan.importers.draft.DraftComponent;
import org.caravan.importers.draft.KnownPrograms;
import org.caravan.importers.yaml.YamlNode;

/**
 * Converts ports to endpoints with the port number inside the container. Users connect to an address of the component instead of a host
 * port.
 */
final class ComposePort {

    /** As in {@code 127.0.0.1:8000-8001:80-81/tcp}. */
    private static final Pattern SHORT =
            Pattern.compile("(?:(?:.*:)?(?:([0-9]{1,5})(?:-[0-9]{1,5})?)?:)?([0-9]{1,5})(?:-([0-9]{1,5}))?(?:/([a-z]+))?");

    private static final int MOST_OF_A_RANGE = 20;
    private static final int HIGHEST = 65_535;
    private static final int LONGEST = 100;

    private final Draft draft;
    private final DraftComponent component;
    private final ComposeVariables variables;

    ComposePort(Draft draft, DraftComponent component, ComposeVariables variables) {
        this.draft = draft;
        this.component = component;
        this.variables = variables;
    }

    void published(YamlNode port) {
        if (port.isMap()) {
            detailed(port);
        } else {
            shortForm(port, true);
        }
    }

    void exposed(YamlNode port) {
        shortForm(port, false);
    }

    private void detailed(YamlNode port) {
        String target = variables.value(port, "target", component);
        if (target.isEmpty() && !port.text("target").isEmpty()) {
            return; // its variable has no value; already reported
        }
        String protocol = port.text("protocol").isEmpty() ? "tcp" : port.text("protocol");
        String name = port.text("name");
        add(port, target, target, protocol, name, variables.value(port, "published", component), true);
        UnconvertedCompose.list(port, "ports.", component, draft.findings());
    }

    private void shortForm(YamlNode port, boolean published) {
        String written = variables.value(port, component);
        if (written.isEmpty() && !port.text().isEmpty()) {
            return; // its variable has no value; already reported
        }
        Matcher parts = SHORT.matcher(written);
        if (written.length() > LONGEST || !parts.matches()) {
            draft.findings().notCarried(port.at(), "port \"" + written + "\"", "write it like \"8080:80\".", component);
            return;
        }
        String last = parts.group(3) == null ? parts.group(2) : parts.group(3);
        add(port, parts.group(2), last, parts.group(4) == null ? "tcp" : parts.group(4), "", parts.group(1), published);
    }

    private void add(YamlNode at, String first, String last, String protocol, String name, String outside, boolean published) {
        boolean numbers = first.matches("[0-9]{1,5}") && last.matches("[0-9]{1,5}");
        int from = numbers ? Integer.parseInt(first) : 0;
        int to = numbers ? Integer.parseInt(last) : 0;
        if (!protocol.equals("tcp")) {
            draft.findings().notCarried(at.at(), "port " + first + "/" + protocol, "because endpoints are TCP", component);
        } else if (from < 1 || to > HIGHEST || to < from || to - from > MOST_OF_A_RANGE) {
            draft.findings().notCarried(at.at(), "port \"" + first + (first.equals(last) ? "" : "-" + last) + "\"",
                    "use ports of 1 to " + HIGHEST + ", at most " + MOST_OF_A_RANGE + " of them.", component);
        } else {
            for (int port = from; port <= to; port++) {
                component.provides(port, name.isEmpty() || from < to ? KnownPrograms.endpointName(port) : name);
            }
            if (published) {
                component.entry();
                sayWhereUsersReachIt(at, first, outside);
            }
        }
    }

    private void sayWhereUsersReachIt(YamlNode at, String port, String outside) {
        if (outside != null && !outside.isEmpty() && !outside.equals(port)) {
            draft.findings().doubt("port-differs", at.at(), "Port " + outside + " of the host was port " + port + " of " + component.id()
                    + "; users now reach it on " + port + ".", "", component);
        }
    }
}
