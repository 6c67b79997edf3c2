package org.caravan.solver.model;

/**
 * Penalty weights of violated constraints in the hard score. Any violation makes a placement infeasible; the weights only rank infeasible
 * placements: 1 per millicore, MiB or millisecond.
 */
public final class PenaltyWeights {

    /** An unreachable link counts like an SLO missed by 10 s. */
    public static final long UNREACHABLE = 10_000;
    public static final long ADDRESS = 10_000;
    /** Violation that no other instance can resolve. */
    public static final long BROKEN = 100_000;

    private static final long MEBI = 1L << 20;

    private PenaltyWeights() {}

    /** Excess GPUs, each like an address that is missing. */
    public static long gpusOver(long used, long free) {
        return ADDRESS * Math.max(0, used - free);
    }

    public static long cpuOver(long used, long free) {
        return Math.max(0, used - free);
    }

    /** Excess rate in kbit/s, rounded up. */
    static long rateOver(long used, long free) {
        return used <= free ? 0 : (used - free + 999) / 1_000;
    }

    /** Excess memory in MiB, rounded up. */
    public static long memoryOver(long used, long free) {
        return used <= free ? 0 : (used - free + MEBI - 1) / MEBI;
    }
}
