package org.caravan.plan.lint;

import java.util.Comparator;
import java.util.Locale;

/**
 * Lint finding on a plan, for the person who approves it.
 *
 * @param code stable, greppable name of the rule, for example {@code promise-close}
 * @param message one sentence with the value and its subject
 * @param suggestion advice, shown after "Maybe "
 */
public record Remark(Severity severity, String code, String message, String suggestion) implements Comparable<Remark> {

    private static final Comparator<Remark> ORDER = Comparator.comparing(Remark::severity).thenComparing(Remark::code)
            .thenComparing(Remark::message);

    /** Most severe first. */
    public enum Severity {
        /** The plan violates a requirement of the application. */
        ERROR,
        /** The plan may soon violate one, or depends on insufficient measurements. */
        WARNING,
        /** The plan could be better. */
        ADVICE;

        /** As displayed: {@code warning}. */
        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    @Override
    public int compareTo(Remark other) {
        return ORDER.compare(this, other);
    }

    /** As displayed: {@code warning: message [code]}, then the suggestion. */
    public String text() {
        return severity + ": " + message + " [" + code + "]\n    Maybe " + suggestion;
    }
}
