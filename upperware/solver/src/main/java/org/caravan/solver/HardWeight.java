package org.caravan.solver;

/**
 * What a broken obligation counts in the hard score. Any is too much; the numbers only tell a search which of two
 * broken placements is nearer to a whole one: 1 for a thousandth of a core, a MiB, or a millisecond.
 */
final class HardWeight {

    /** A link without a path is as bad as a promise missed by ten seconds. */
    static final long UNREACHABLE = 10_000;
    static final long ADDRESS = 10_000;
    /** For what no other tenant can mend. */
    static final long BROKEN = 100_000;

    private static final long MEBI = 1L << 20;

    private HardWeight() {}

    static long cpuOver(long used, long free) {
        return Math.max(0, used - free);
    }

    /** In kbit/s, rounded up. */
    static long rateOver(long used, long free) {
        return used <= free ? 0 : (used - free + 999) / 1_000;
    }

    /** In MiB, rounded up. */
    static long memoryOver(long used, long free) {
        return used <= free ? 0 : (used - free + MEBI - 1) / MEBI;
    }
}
