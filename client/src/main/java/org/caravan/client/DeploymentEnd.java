package org.caravan.client;

/** Final state of a deployment. */
public enum DeploymentEnd {

    /** All instances of the plan run and are ready. */
    DONE,

    /** The deployment failed and was rolled back to the previous state. */
    UNDONE,

    /** The deployment failed; completed steps stay, and it can be resumed. */
    FAILED;

    static DeploymentEnd of(String state) {
        return switch (state) {
            case "DONE" -> DONE;
            case "UNDONE" -> UNDONE;
            default -> FAILED;
        };
    }
}
