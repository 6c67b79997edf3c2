package org.caravan.application;

import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

/**
 * Affinity or anti-affinity between two components. The rule is checked for each copy of the first component. The copy must share its host
 * or site with at least one copy of the other component ({@link Kind#TOGETHER}), or with none ({@link Kind#APART}). A copy of the other
 * component without a nearby copy of the first does not violate the rule.
 *
 * @param componentId component whose copies are checked
 * @param otherId another component
 * @param by whether hosts or sites are compared; forms cannot be compared across components
 * @param weight weight of a preference, above 0; empty if the rule is required
 */
public record Coupling(String componentId, Kind kind, String otherId, Separation.By by, Optional<Double> weight)
        implements Comparable<Coupling> {

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

    /** Affinity or anti-affinity. */
    public enum Kind {
        TOGETHER("together with"),
        APART("apart from");

        private final String words;

        Kind(String words) {
            this.words = words;
        }

        /** Keywords of the modelling language. */
        @Override
        public String toString() {
            return words;
        }
    }

    /** Whether plans must satisfy the rule; otherwise it is a preference. */
    public boolean required() {
        return weight.isEmpty();
    }

    boolean names(String id) {
        return componentId.equals(id) || otherId.equals(id);
    }

    /** Text in the modelling language: {@code prefer carts together with frontend by site weight 2}. */
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
