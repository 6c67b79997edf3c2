package org.caravan.change;

/** Kind of a step. Each kind is one adapter call. */
public enum StepKind {
    /** Provision the machine of a host: order, start, prepare and wait until it is ready. */
    RENT,
    /** Give a provisioned machine exactly the addresses of its current and planned copies. */
    OPEN,
    /** Transfer the image to the host. */
    IMAGE,
    /** Write a copy's secrets to the memory of its host. */
    SUPPLY,
    /** Create and start a copy. */
    CREATE,
    /** Wait until the copy's endpoints are ready. */
    CONFIRM,
    /** Admit exactly these sources to a copy. */
    ADMIT,
    /** Set the bandwidth of a copy on its access links. */
    RESERVE,
    /** Replace a copy's routes to the components it requires. */
    ROUTE,
    /** Publish new addresses for users' look-ups. */
    ENTRY,
    /** Wait, for a bounded time, until a copy has no connections. */
    DRAIN,
    /** Remove a copy and all its traces. */
    DESTROY,
    /** Release the machine of a provisioned host. */
    RELEASE
}
