package org.caravan.plan.lint;

import java.util.Comparator;
import java.util.Locale;

/**
 * One thing that somebody who approves a plan should know.
 *
 * @param code stable, greppable name of the rule, for example {@code promise-close}
 * @param message what is so, with the value and whose it is, one sentence
 * @param suggestion a way out, shown after "Maybe "
 */
public record Remark(Severity severity, String code, String message, String suggestion) implements Comparable<Remark> {

    private static final Comparator<Remark> ORDER = Comparator.comparing(Remark::severity).thenComparing(Remark::code).thenComparing(Remark::message);

    /** The worst first. */
    public enum Severity {
        /** The plan does not do what the application promises. */
        ERROR,
        /** It may soon not do it, or rests on what is hardly known. */
        WARNING,
        /** It could be better. */
        ADVICE;

        /** As people read it: {@code warning}. */
        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    @Override
    public int compareTo(Remark other) {
        return ORDER.compare(this, other);
    }

    /** As shown to a person: {@code warning: message [code]}, then the suggestion. */
    public String text() {
        return severity + ": " + message + " [" + code + "]\n    Maybe " + suggestion;
    }
}
