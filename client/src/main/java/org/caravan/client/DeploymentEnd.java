package org.caravan.client;

/** How a deployment ended. */
public enum DeploymentEnd {

    /** All of its plan runs, and answered. */
    DONE,

    /** It failed, and everything is as it was before. */
    UNDONE,

    /** It failed; what it has done stays, and it can go on. */
    FAILED;

    static DeploymentEnd of(String state) {
        return switch (state) {
            case "DONE" -> DONE;
            case "UNDONE" -> UNDONE;
            default -> FAILED;
        };
    }
}
