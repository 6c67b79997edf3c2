package org.caravan.application;

import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

/**
 * What the places of two different components have to do with each other. It is looked at copy by copy of the first component: it is kept at a
 * copy which shares its host or site with at least one copy of the other ({@link Kind#TOGETHER}), or with none ({@link Kind#APART}). Copies of
 * the other component that have no copy of the first near them break nothing.
 *
 * @param componentId whose copies are looked at
 * @param otherId another component
 * @param by what is shared or not: host or site; forms of two components have nothing in common
 * @param weight of a preference, above 0; empty where it is required
 */
public record Coupling(String componentId, Kind kind, String otherId, Separation.By by, Optional<Double> weight) implements Comparable<Coupling> {

    private static final Comparator<Coupling> ORDER = Comparator.comparing(Coupling::componentId).thenComparing(Coupling::otherId)
            .thenComparing(Coupling::kind).thenComparing(Coupling::by).thenComparing(coupling -> coupling.weight().orElse(0.0));

    public Coupling {
        if (componentId.equals(otherId)) {
            throw new IllegalArgumentException("component " + componentId + " is coupled with itself");
        }
        if (by == Separation.By.FORM) {
            throw new IllegalArgumentException("components are together or apart by host or site: " + componentId + ", " + otherId);
        }
        if (weight.filter(points -> !(points > 0)).isPresent()) {
            throw new IllegalArgumentException("the weight of a preference is above 0: " + weight.get());
        }
    }

    /** How the two stand to each other. */
    public enum Kind {
        TOGETHER("together with"),
        APART("apart from");

        private final String words;

        Kind(String words) {
            this.words = words;
        }

        /** As the language writes it. */
        @Override
        public String toString() {
            return words;
        }
    }

    /** Whether plans must keep it; else they had better. */
    public boolean required() {
        return weight.isEmpty();
    }

    boolean names(String id) {
        return componentId.equals(id) || otherId.equals(id);
    }

    /** As the language writes it: {@code prefer carts together with frontend by site weight 2}. */
    public String text() {
        String end = weight.filter(points -> points != 1).map(points -> " weight " + number(points)).orElse("");
        return (required() ? "require " : "prefer ") + componentId + " " + kind + " " + otherId + " by " + by + end;
    }

    private static String number(double value) {
        return value == Math.rint(value) ? String.format(Locale.ROOT, "%.0f", value) : Double.toString(value);
    }

    @Override
    public int compareTo(Coupling other) {
        return ORDER.compare(this, other);
    }
}
