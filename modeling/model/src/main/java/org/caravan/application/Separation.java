package org.caravan.application;

import java.util.Comparator;
import java.util.Locale;

/** Replicas of a component must differ in this. */
public record Separation(String componentId, By by) implements Comparable<Separation> {

    private static final Comparator<Separation> ORDER =
            Comparator.comparing(Separation::componentId).thenComparing(Separation::by);

    /** What no two replicas share. */
    public enum By {
        SITE,
        HOST,
        /** As {@code apart by form}: one is a container, another a microVM. */
        FORM;

        /** As the language writes it: {@code site}. */
        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    @Override
    public int compareTo(Separation other) {
        return ORDER.compare(this, other);
    }
}
