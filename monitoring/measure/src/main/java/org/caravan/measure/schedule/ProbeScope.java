package org.caravan.measure.schedule;

/** Extent of a probe run. Every scope includes {@link #IDLE}. */
public enum ProbeScope {
    /** Idle round-trip time of every path between sites. */
    IDLE,
    /**
     * Also an estimate of the throughput of every directed path between sites (if more than 402, to and from each access point), by trains
     * of packets: seconds, and at most 20 MB besides the echo requests.
     */
    TRAINS,
    /** Also the capacity of each access link in each direction, by one flow; too low if the peer is the bottleneck. */
    QUICK,
    /** Also the capacity of each access link in each direction, by a few loaded flows; see {@link ProbeSchedule}. */
    STANDARD,
    /** Also a loaded flow on every directed path between sites: hours and gigabytes on a large infrastructure. */
    FULL,
    /** Also the most valuable flows within the remaining budgets of all access links; see {@link FlowBudget}. */
    BUDGET
}
