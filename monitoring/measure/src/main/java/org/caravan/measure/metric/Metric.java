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
    NETWORK_OUT
}
