package org.caravan.importers.compose;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A value whose {@code ${VARIABLE:-default}} are replaced by their defaults: what a shell or an .env file would put there is
 * not known, and often secret.
 *
 * @param unset variables without a default, for which nothing was put
 */
record Interpolation(String value, List<String> unset) {

    private static final Pattern VARIABLE = Pattern.compile("\\$\\$|\\$([A-Za-z_][A-Za-z0-9_]*)|\\$\\{([A-Za-z_][A-Za-z0-9_]*)(?:(:?[-?+])((?:[^{}]++|\\{[^{}]*+}){0,200}+))?}");
    private static final int DEEPEST = 5;

    static Interpolation of(String text) {
        return of(text, 0);
    }

    private static Interpolation of(String text, int depth) {
        Matcher found = VARIABLE.matcher(text);
        List<String> unset = new ArrayList<>();
        StringBuilder value = new StringBuilder();
        while (found.find()) {
            found.appendReplacement(value, Matcher.quoteReplacement(replacement(found, depth, unset)));
        }
        found.appendTail(value);
        return new Interpolation(value.toString(), unset);
    }

    private static String replacement(Matcher found, int depth, List<String> unset) {
        if (found.group().equals("$$")) {
            return "$";
        }
        String name = found.group(1) == null ? found.group(2) : found.group(1);
        String operator = found.group(3) == null ? "" : found.group(3);
        if (operator.endsWith("-") && depth < DEEPEST) {
            Interpolation nested = of(found.group(4), depth + 1);
            unset.addAll(nested.unset());
            return nested.value();
        }
        if (!operator.endsWith("+")) {
            unset.add(name);
        }
        return "";
    }
}
