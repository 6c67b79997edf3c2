package org.caravan.change;

/** What a step does; one adapter call each. */
public enum StepKind {
    /** Get a machine for a rented host: ordered, started, prepared, waited for. */
    RENT,
    /** Let a rented host's machine have exactly the addresses and ports of the copies that are or shall be on it. */
    OPEN,
    /** Bring the image to the host. */
    IMAGE,
    /** Bring a copy's secrets into its host's memory. */
    SUPPLY,
    /** Create and start a copy. */
    CREATE,
    /** Wait until the copy's endpoints are ready. */
    CONFIRM,
    /** Let exactly these open connections to a copy. */
    ADMIT,
    /** Give a copy other routes to the components it requires. */
    ROUTE,
    /** Answer users' look-ups with the new addresses. */
    ENTRY,
    /** Wait until nobody is connected to a copy any more, bounded. */
    DRAIN,
    /** Remove a copy and all it left. */
    DESTROY,
    /** Give a rented host's machine back. */
    RELEASE
}
