package org.caravan.solver;

/**
 * What all tenants of one requirement class ask for.
 *
 * @param cpu that the form it takes there needs, in thousandths of a core, by platform
 * @param memory that the form needs, in bytes, by platform
 * @param formRank place of the form among those of the component, by platform; 0 is the preferred one
 * @param supported whether hosts of a platform run a form of it, and that form on their architecture
 * @param allowed whether a site is allowed and in an allowed country, by site
 * @param seats it may be given, ascending
 * @param disk that the form needs, in bytes, by platform
 * @param guarding where hosts are guarded as it asks for
 * @param startup points of how late copies would come, by platform
 */
record Demand(long[] cpu, long[] memory, int[] formRank, boolean[] supported, boolean[] allowed, int[] seats, long[] disk, Guarded guarding,
        long[] startup) {

    /** Of which nothing must guard the hosts. */
    Demand(long[] cpu, long[] memory, int[] formRank, boolean[] supported, boolean[] allowed, int[] seats, long[] disk) {
        this(cpu, memory, formRank, supported, allowed, seats, disk, Guarded.NONE, new long[cpu.length]);
    }

    /** Without disk. */
    Demand(long[] cpu, long[] memory, int[] formRank, boolean[] supported, boolean[] allowed, int[] seats) {
        this(cpu, memory, formRank, supported, allowed, seats, new long[cpu.length]);
    }
}
