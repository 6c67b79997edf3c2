package org.caravan.adaptation;

import java.util.Locale;
import java.util.Optional;
import org.caravan.formula.Measure;

/**
 * A value that a plan decides.
 *
 * @param componentId of which component; empty where it is of the whole plan
 */
public record Variable(String id, Property property, Optional<String> componentId) {

    /** What a plan decides. */
    public enum Property {
        REPLICAS(Measure.NUMBER, true),
        CPU(Measure.NUMBER, true),
        MEMORY(Measure.DATA, true),
        COST(Measure.COST, false);

        private final Measure measure;
        private final boolean ofComponent;

        Property(Measure measure, boolean ofComponent) {
            this.measure = measure;
            this.ofComponent = ofComponent;
        }

        public Measure measure() {
            return measure;
        }

        /** Whether it is of one component, else of the whole plan. */
        public boolean ofComponent() {
            return ofComponent;
        }

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }
}
