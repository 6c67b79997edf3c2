package org.caravan.dsl.validation;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.MissingResourceException;
import java.util.Optional;

/** Countries by ISO 3166-1 alpha-2 code, and common spellings that are not valid codes. */
final class Countries {

    /** As known to the Java platform. */
    static final List<String> CODES = List.of(Locale.getISOCountries());

    /** Reserved or common abbreviations that are not country codes. */
    private static final Map<String, String> COMMON = Map.of("UK", "GB", "EL", "GR", "USA", "US", "ENGLAND", "GB", "HOLLAND", "NL");

    /** Members of the European Union since 2020. */
    private static final List<String> EUROPEAN_UNION = List.of("AT", "BE", "BG", "HR", "CY", "CZ", "DK", "EE", "FI", "FR", "DE", "GR",
            "HU", "IE", "IT", "LV",
            "LT", "LU", "MT", "NL", "PL", "PT", "RO", "SK", "SI", "ES", "SE");

    private Countries() {}

    /** Country codes that a word may mean: by case, alpha-3 code or English name; empty if it is ambiguous. */
    static List<String> meant(String written) {
        String upper = written.toUpperCase(Locale.ROOT);
        String common = COMMON.getOrDefault(upper, upper);
        String spoken = written.replace('_', ' ').replace('-', ' ');
        return CODES.stream().filter(code -> code.equals(common) || alpha3(code).equals(upper)
                || new Locale("", code).getDisplayCountry(Locale.ENGLISH).equalsIgnoreCase(spoken)).toList();
    }

    /**
     * Suggestion if no single country matches and an area is allowed.
     *
     * @param areas names of declared areas; one that differs at most in case is proposed
     */
    static String area(String written, List<String> areas) {
        Optional<String> declared = areas.stream().filter(written::equalsIgnoreCase).findFirst();
        if (declared.isPresent()) {
            return "write within " + declared.get() + ": it is an area, not a country.";
        }
        String name = written.toLowerCase(Locale.ROOT);
        return "write a code such as NO, or name an area in its place: within " + name + ", with area " + name + " { countries "
                + String.join(", ", isUnion(written) ? EUROPEAN_UNION : List.of("NO", "SE")) + " }";
    }

    /** Suggestion if no single country matches and only codes are allowed. */
    static String members(String written) {
        return isUnion(written) ? "write the codes of its members: " + String.join(", ", EUROPEAN_UNION) + "."
                : "write the code of a country, such as NO.";
    }

    private static boolean isUnion(String written) {
        return written.equalsIgnoreCase("EU") || written.replaceAll("[_-]", "").equalsIgnoreCase("EuropeanUnion");
    }

    private static String alpha3(String code) {
        try {
            return new Locale("", code).getISO3Country();
        } catch (MissingResourceException e) {
            return "";
        }
    }
}
