package org.caravan.importers.draft;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/** Assigns names to secrets. Equal values in two components are one secret; values never leave this class. */
final class Secrets {

    private final Map<String, String> nameByValue = new HashMap<>();
    private final DraftNames names = new DraftNames();
    private final Map<String, String> nameByOrigin = new LinkedHashMap<>();

    /** Name of a secret value in the input, derived from the first variable with this value. Unset values are never equal. */
    String nameOf(String application, String variable, String value) {
        return nameByValue.computeIfAbsent(value.isEmpty() ? "of " + variable : value,
                unnamed -> names.give(application + "-" + dashed(variable), "secret"));
    }

    /** Name of a secret that the input itself references only by name. */
    String named(String application, String origin) {
        return nameByOrigin.computeIfAbsent(origin, unnamed -> names.give(application + "-" + dashed(origin), "secret"));
    }

    /** In the style of file names: {@code db-password}. */
    static String dashed(String name) {
        return DraftNames.valid(name.toLowerCase(Locale.ROOT).replace('_', '-'), "secret");
    }
}
