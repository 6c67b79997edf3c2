package org.caravan.measure.metric;

/** What is read of hosts and copies, and its unit. */
public enum Metric {
    /** Processor taken, thousandths of a core. */
    CPU,
    /** Memory in use, bytes. */
    MEMORY,
    /** Read from disks, byte/s. */
    DISK_READ,
    /** Written to disks, byte/s. */
    DISK_WRITE,
    /** Received from the network, byte/s. */
    NETWORK_IN,
    /** Sent into the network, byte/s. */
    NETWORK_OUT,
    /** Requests that a router answered, per s. */
    REQUESTS,
    /** Of those, the median of the time from the request to the head of its answer, ms. */
    LATENCY_MEDIAN,
    /** The same, 95th percentile. */
    LATENCY_P95,
    /** The same, 99th percentile. */
    LATENCY_P99
}
