package org.caravan.adaptation;

import java.util.Locale;
import java.util.Optional;
import org.caravan.formula.Measure;

/**
 * Value that a plan decides.
 *
 * @param componentId id of the component; empty if the variable belongs to the whole plan
 */
public record Variable(String id, Property property, Optional<String> componentId) {

    /** Property decided by a plan. */
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

        /** Whether the property belongs to one component; otherwise it belongs to the whole plan. */
        public boolean ofComponent() {
            return ofComponent;
        }

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }
}
