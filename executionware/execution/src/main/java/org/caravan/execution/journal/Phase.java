package org.caravan.execution.journal;

/** Goal of an attempt. */
public enum Phase {
    /** Executes the plan of the run. */
    DEPLOY,
    /** Returns to the previous target after the plan of the run failed. */
    UNDO
}
