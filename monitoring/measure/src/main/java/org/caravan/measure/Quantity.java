package org.caravan.measure;

/** Measured quantities and their units. */
public enum Quantity {
    /** Round-trip time without load from probes, ms. */
    IDLE_RTT,
    /**
     * Smoothed round-trip time of a TCP connection of an application, ms; includes the load of the application and delayed
     * acknowledgements.
     */
    PASSIVE_RTT,
    /** Round-trip time while a probe flow saturates the path, ms. */
    LOADED_RTT,
    /** Received TCP payload, bit/s. */
    THROUGHPUT,
    /** Fraction of unanswered probes, 0 to 1. */
    LOSS,
    /** Mean absolute difference between round-trip times of consecutive probes, ms. */
    JITTER
}
