package org.caravan.measure;

/** What a sample measures, and its unit. */
public enum Quantity {
    /** Round-trip time without load of ours, ms. */
    IDLE_RTT,
    /** Smoothed round-trip time of a TCP connection that an application keeps, ms: with its load, and with the pauses of whoever acknowledges. */
    PASSIVE_RTT,
    /** Round-trip time while a flow of ours saturates the path, ms. */
    LOADED_RTT,
    /** TCP payload received, bit/s. */
    THROUGHPUT,
    /** Share of probes unanswered, 0 to 1. */
    LOSS,
    /** Mean distance between round-trip times of probes that followed each other, ms. */
    JITTER
}
