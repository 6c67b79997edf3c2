package org.caravan.importers.compose;

import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.caravan.diagnostic.Diagnostic.Location;
import org.caravan.importers.draft.DraftComponent;
import org.caravan.importers.draft.Findings;
import org.caravan.importers.yaml.YamlNode;

/**
 * Variables of one Compose file, and their substitution outside of environments. Each use of a variable without value is reported at its
 * location.
 */
final class ComposeVariables {

    private static final int MOST_CHECKED = 1_000;
    private static final int DEEPEST = 20;

    private final Map<String, String> variables;
    private final Findings findings;
    private final Set<String> reported = new HashSet<>();

    /** @param variables values by variable, as from {@code .env} */
    ComposeVariables(Map<String, String> variables, Findings findings) {
        this.variables = Map.copyOf(variables);
        this.findings = findings;
    }

    /** Text with substituted variables; reports nothing. */
    Interpolation interpolated(String text) {
        return Interpolation.of(text, variables);
    }

    /** Value of a variable; empty if it has none. */
    String value(String variable) {
        return variables.getOrDefault(variable, "");
    }

    boolean has(String variable) {
        return variables.containsKey(variable);
    }

    /** Text of a node with substituted variables. An unset required variable is an error, because Docker Compose stops there. */
    String value(YamlNode node, DraftComponent component) {
        Interpolation found = interpolated(node.text());
        for (String name : found.unset()) {
            if (reported.add(name + " " + node.at())) {
                report(name, found.required().get(name), node.at(), component);
            }
        }
        return found.value();
    }

    /** As {@link #value(YamlNode, DraftComponent)}, for a key; empty if the key is absent. */
    String value(YamlNode map, String key, DraftComponent component) {
        return map.get(key).map(node -> value(node, component)).orElse("");
    }

    /** Reports unset variables in all texts of a node that is not converted, as Docker Compose does for every text. */
    void check(YamlNode node, DraftComponent component) {
        check(node, component, new int[] {MOST_CHECKED}, DEEPEST);
    }

    /** @param left nodes that are still visited; aliases may repeat one node many times */
    private void check(YamlNode node, DraftComponent component, int[] left, int depth) {
        if (left[0]-- <= 0 || depth == 0) {
            return;
        }
        if (node.isText()) {
            value(node, component);
        } else if (node.isMap()) {
            node.values().forEach(inner -> check(inner, component, left, depth - 1));
        } else {
            node.items().forEach(inner -> check(inner, component, left, depth - 1));
        }
    }

    private void report(String name, String required, Location at, DraftComponent component) {
        if (required == null) {
            findings.doubt("variable-unset", at, "Variable " + name + ", which " + component.id() + " uses here, has no value.",
                    "write " + name + "=VALUE into the file .env in the folder of the Compose file, or pass a file with --env-file.",
                            component);
        } else {
            findings.error("variable-required", at, "Variable " + name + " of " + component.id() + " is required and has no value"
                    + (required.isBlank() ? "." : ": " + required + "."),
                    "write " + name + "=VALUE into the file .env in the folder of the Compose file, or pass a file with --env-file.");
        }
    }
}
