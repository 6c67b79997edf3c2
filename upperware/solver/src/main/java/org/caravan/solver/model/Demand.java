package org.caravan.solver.model;

/**
 * Resource demand and feasible hosts of all instances of one requirement class.
 *
 * @param cpu demand of the form used on the platform, in millicores, by platform
 * @param memory demand of the form, in bytes, by platform
 * @param formRank rank of the form within the component, by platform; 0 is the preferred form
 * @param supported whether hosts of the platform run one of the forms on their architecture, by platform
 * @param allowed whether the site and its country are allowed, by site
 * @param positions indices of feasible hosts, ascending
 * @param disk demand of the form, in bytes, by platform
 * @param guarding hosts that provide the required controls
 * @param startup start-up delay in points, by platform
 * @param gpus demand of the form, by platform
 * @param service service time in latency goals in points, by platform
 */
public record Demand(long[] cpu, long[] memory, int[] formRank, boolean[] supported, boolean[] allowed, int[] positions, long[] disk,
        ComplianceClass guarding,
        long[] startup,
        long[] gpus,
        long[] service) {

    /** Without service times. */
    public Demand(long[] cpu, long[] memory, int[] formRank, boolean[] supported, boolean[] allowed, int[] positions, long[] disk,
            ComplianceClass guarding, long[] startup, long[] gpus) {
        this(cpu, memory, formRank, supported, allowed, positions, disk, guarding, startup, gpus, new long[cpu.length]);
    }

    /** Without GPUs. */
    public Demand(long[] cpu, long[] memory, int[] formRank, boolean[] supported, boolean[] allowed, int[] positions, long[] disk,
            ComplianceClass guarding, long[] startup) {
        this(cpu, memory, formRank, supported, allowed, positions, disk, guarding, startup, new long[cpu.length]);
    }

    /** Without required controls. */
    public Demand(long[] cpu, long[] memory, int[] formRank, boolean[] supported, boolean[] allowed, int[] positions, long[] disk) {
        this(cpu, memory, formRank, supported, allowed, positions, disk, ComplianceClass.NONE, new long[cpu.length]);
    }

    /** Without disk. */
    Demand(long[] cpu, long[] memory, int[] formRank, boolean[] supported, boolean[] allowed, int[] positions) {
        this(cpu, memory, formRank, supported, allowed, positions, new long[cpu.length]);
    }
}
