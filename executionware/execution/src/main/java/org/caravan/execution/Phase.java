package org.caravan.execution;

/** What the steps of an attempt lead to. */
public enum Phase {
    /** The plan of the run. */
    DEPLOY,
    /** Back to what was before, after the plan of the run failed. */
    UNDO
}
