package org.caravan.dsl.stage;

/**
 * Support of a language construct by a stage.
 *
 * @param warned whether the stage does not support the construct yet, which a warning at the construct reports
 * @param accessor method through which the stage reads the construct, {@code Component.replicas}; empty if {@code warned} or only kept
 */
public record SupportedBy(Stage stage, boolean warned, String accessor) {

    @Override
    public String toString() {
        return warned ? "warned: not yet (" + stage + ")" : stage.toString();
    }
}
