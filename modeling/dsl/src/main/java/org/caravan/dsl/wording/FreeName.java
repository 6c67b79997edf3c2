package org.caravan.dsl.wording;

import java.util.function.Predicate;

/** A name like one that is taken, for a proposal that is valid when it is followed. */
public final class FreeName {

    /** Of a label of DNS (RFC 1035, section 2.3.4). */
    private static final int LONGEST = 63;

    private FreeName() {}

    /** The name with the lowest number from 2 that is free, cut where it would become longer than a label of DNS may be. */
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
