package org.caravan.application;

import java.util.Comparator;
import java.util.Locale;

/** Anti-affinity of replicas: no two replicas of the component share a site, a host or a form. */
public record Separation(String componentId, By by) implements Comparable<Separation> {

    private static final Comparator<Separation> ORDER =
            Comparator.comparing(Separation::componentId).thenComparing(Separation::by);

    /** Attribute in which all replicas must differ. */
    public enum By {
        SITE,
        HOST,
        /** As in {@code apart by form}: one replica is a container, another a microVM. */
        FORM;

        /** Keyword of the modelling language: {@code site}. */
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
