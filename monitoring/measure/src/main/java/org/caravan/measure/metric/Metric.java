package org.caravan.measure.metric;

/** Metrics of hosts and copies, with their units. */
public enum Metric {
    /** CPU usage, thousandths of a core. */
    CPU,
    /** Memory usage, bytes. */
    MEMORY,
    /** Disk reads, byte/s. */
    DISK_READ,
    /** Disk writes, byte/s. */
    DISK_WRITE,
    /** Received network traffic, byte/s. */
    NETWORK_IN,
    /** Sent network traffic, byte/s. */
    NETWORK_OUT,
    /** Requests that a router served, per second. */
    REQUESTS,
    /** Median time from a request to the head of its response, ms. */
    LATENCY_MEDIAN,
    /** 95th percentile of the time from a request to the head of its response, ms. */
    LATENCY_P95,
    /** 99th percentile of the time from a request to the head of its response, ms. */
    LATENCY_P99,
    /** TCP connection attempts of users at a copy without a router, per second. A connection is no request. */
    CONNECTIONS_PER_SECOND,
    /** Median round-trip time of these connections as the kernel estimates it, ms: the network alone, without the answer. */
    ROUND_TRIP_MEDIAN,
    /** 95th percentile of the same round-trip time, ms. */
    ROUND_TRIP_P95
}
