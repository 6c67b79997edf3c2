package org.caravan.measure.schedule;

/** How much of the network a probe run looks at. */
public enum ProbeScope {
    /** Idle round-trip time of every path between sites. */
    IDLE,
    /** And what each access link carries in each direction, by one flow: too little where the peer is the limit. */
    QUICK,
    /** And what each access link carries in each direction, by a few loaded flows; see {@link ProbeSchedule}. */
    STANDARD,
    /** And a loaded flow on every directed path between sites: hours and gigabytes on a large infrastructure. */
    FULL,
    /** And what is worth most of the flows that the budget of every access link still affords; see {@link AffordableFlows}. */
    BUDGET
}
