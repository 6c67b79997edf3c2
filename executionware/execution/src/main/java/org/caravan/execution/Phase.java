package org.caravan.execution;

/** Goal of an attempt. */
public enum Phase {
    /** Executes the plan of the run. */
    DEPLOY,
    /** Returns to the previous target after the plan of the run failed. */
    UNDO
}
