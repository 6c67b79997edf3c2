package org.caravan.dsl.wording;

import java.util.function.Predicate;

/** Finds an unused name that is similar to a used one, so that a proposal is valid when applied. */
public final class FreeName {

    /** Maximum length of a DNS label (RFC 1035, section 2.3.4). */
    private static final int LONGEST = 63;

    private FreeName() {}

    /** Name with the lowest unused number from 2, shortened if necessary to the length of a DNS label. */
    public static String like(String name, String separator, Predicate<String> taken) {
        for (int number = 2;; number++) {
            String end = separator + number;
            String candidate = name.substring(0, Math.min(name.length(), LONGEST - end.length())) + end;
            if (!taken.test(candidate)) {
                return candidate;
            }
        }
    }
}
