package org.caravan.solver.model;

/** Terms of the score; explanations show their differences between two placements. */
public enum ScoreTerm {
    CPU("insufficient cpu"),
    MEMORY("insufficient memory"),
    BROKEN("not allowed"),
    APART("not apart"),
    TOGETHER("not together"),
    ADDRESSES("no address left"),
    REACHABLE("no known path to a peer"),
    PROMISES("slo missed"),
    DISK("insufficient disk"),
    GPU("insufficient gpu"),
    BUDGET("over its limit on cost"),
    QUOTA("over a provider's quota"),
    THROUGHPUT("too much for a path"),
    UPLINKS("uplink overbooked"),
    LOADS("uplink overloaded"),
    UTILISATION("replicas overloaded"),
    LATENCY("higher latency"),
    COST("higher cost"),
    MOVES("a move"),
    POWER("higher power"),
    PREFERENCES("a preference given up"),
    EGRESS("more egress"),
    EXCESS("more egress above quotas"),
    UTILITY("less utility"),
    STARTUP("later startup"),
    WAITING("longer waits at replicas"),
    SERVICE("longer service time"),
    PARALLEL("a slower call among those at the same time");

    /** Terms from here on are soft; earlier terms are hard. */
    public static final int FIRST_SOFT = LATENCY.ordinal();

    private final String broken;

    ScoreTerm(String broken) {
        this.broken = broken;
    }

    public String broken() {
        return broken;
    }

    public boolean hard() {
        return ordinal() < FIRST_SOFT;
    }
}
