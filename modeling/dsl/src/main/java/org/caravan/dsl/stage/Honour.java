package org.caravan.dsl.stage;

/**
 * That a stage honours a construct.
 *
 * @param warned whether the stage cannot yet, which a warning says where the construct stands
 * @param accessor by which the stage learns of it, {@code Component.replicas}; empty where {@code warned} or kept alone
 */
public record Honour(Stage stage, boolean warned, String accessor) {

    @Override
    public String toString() {
        return warned ? "warned: not yet (" + stage + ")" : stage.toString();
    }
}
