package org.caravan.importers.draft;

import java.util.Arrays;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;

/** Assigns names that the language accepts: letters, digits, dashes; unique ignoring case. */
public final class DraftNames {

    /** Leaves space for a number within the 63 characters of a DNS label. */
    private static final int LONGEST = 58;

    private final Set<String> taken;

    public DraftNames(String... reserved) {
        taken = new HashSet<>(Arrays.asList(reserved));
    }

    /** Returns the wanted name if possible, otherwise a similar one. */
    public String give(String wanted, String fallback) {
        String base = valid(wanted, fallback);
        String name = base;
        for (int number = 2; !taken.add(name.toLowerCase(Locale.ROOT)); number++) {
            name = base + "-" + number;
        }
        return name;
    }

    /** Valid name most similar to the wanted one. */
    public static String valid(String wanted, String fallback) {
        String name = wanted.replaceAll("[^A-Za-z0-9_-]+", "-").replaceAll("^[^A-Za-z_]+", "");
        name = name.substring(0, Math.min(LONGEST, name.length())).replaceAll("(?<!-)-+$", "");
        return name.isEmpty() ? fallback : name;
    }
}
