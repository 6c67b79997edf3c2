package org.caravan.importers.compose;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Text with variables substituted as in Compose (https://github.com/compose-spec/compose-spec/blob/main/12-interpolation.md).
 *
 * @param value text with the values and defaults of its variables; a variable without both is replaced by the empty text
 * @param unset variables without value and default
 * @param required error messages of required variables without value, by variable: {@code ${NAME:?message}}
 * @param used variables whose values occur in the text
 */
record Interpolation(String value, List<String> unset, Map<String, String> required, List<String> used) {

    private static final Pattern VARIABLE = Pattern.compile(
            "\\$\\$|\\$([A-Za-z_][A-Za-z0-9_]*)|\\$\\{([A-Za-z_][A-Za-z0-9_]*)(?:(:?[-?+])((?:[^{}]++|\\{[^{}]*+}){0,200}+))?}");
    private static final int DEEPEST = 5;

    Interpolation {
        unset = List.copyOf(unset);
        required = Map.copyOf(required);
        used = List.copyOf(used);
    }

    /** @param variables values by variable, as from {@code .env} */
    static Interpolation of(String text, Map<String, String> variables) {
        return new Replacing(variables, 0).of(text);
    }

    private static final class Replacing {

        private final Map<String, String> variables;
        private final int depth;
        private final List<String> unset = new ArrayList<>();
        private final Map<String, String> required = new LinkedHashMap<>();
        private final List<String> used = new ArrayList<>();

        Replacing(Map<String, String> variables, int depth) {
            this.variables = variables;
            this.depth = depth;
        }

        Interpolation of(String text) {
            Matcher found = VARIABLE.matcher(text);
            StringBuilder value = new StringBuilder();
            while (found.find()) {
                String name = found.group(1) == null ? found.group(2) : found.group(1);
                String replacement = name == null ? "$" : replacement(name, found.group(3) == null ? "" : found.group(3), found.group(4));
                found.appendReplacement(value, Matcher.quoteReplacement(replacement));
            }
            found.appendTail(value);
            return new Interpolation(value.toString(), unset, required, used);
        }

        private String replacement(String name, String operator, String operand) {
            String value = variables.get(name);
            boolean counts = value != null && !(operator.startsWith(":") && value.isEmpty());
            if (operator.endsWith("+")) {
                return counts ? nested(operand) : "";
            }
            if (counts) {
                used.add(name);
                return value;
            }
            if (operator.endsWith("-")) {
                return nested(operand);
            }
            unset.add(name);
            if (operator.endsWith("?")) {
                required.put(name, operand);
            }
            return "";
        }

        private String nested(String text) {
            if (depth >= DEEPEST) {
                return text;
            }
            Interpolation inner = new Replacing(variables, depth + 1).of(text);
            unset.addAll(inner.unset());
            required.putAll(inner.required());
            used.addAll(inner.used());
            return inner.value();
        }
    }
}
