package org.caravan.importers.draft;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/** Gives secrets their names. What is written equally in two components is one secret; what it is, is forgotten here. */
final class Secrets {

    private final Map<String, String> nameByValue = new HashMap<>();
    private final Names names = new Names();
    private final Map<String, String> nameByOrigin = new LinkedHashMap<>();

    /** For a value in the input, named after the first variable that has it. Values that are not set yet are not equal. */
    String nameOf(String application, String variable, String value) {
        return nameByValue.computeIfAbsent(value.isEmpty() ? "of " + variable : value, unnamed -> names.give(application + "-" + dashed(variable), "secret"));
    }

    /** For a secret that the input itself only names. */
    String named(String application, String origin) {
        return nameByOrigin.computeIfAbsent(origin, unnamed -> names.give(application + "-" + dashed(origin), "secret"));
    }

    /** As file names are written: {@code db-password}. */
    static String dashed(String name) {
        return Names.valid(name.toLowerCase(Locale.ROOT).replace('_', '-'), "secret");
    }
}
