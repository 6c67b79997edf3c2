package org.caravan.solver.model;

import java.util.Comparator;

/**
 * Host resources other than CPU, memory and the price in points. Dimensions that the problem does not use have the values of {@link
 * #NONE}, so that otherwise equal hosts stay in one class.
 *
 * @param diskFree bytes left by other applications
 * @param money additional cents per month that count towards a limit; 0 if others already pay for the host
 * @param idle idle power in points, included in the position's {@code cents}; 0 if others already use the host
 * @param perMilliCore points of power per reserved millicore
 * @param rented quota usage
 * @param gpusFree GPUs left by other applications
 */
public record HostResources(long diskFree, long money, long idle, double perMilliCore, QuotaShare rented, long gpusFree) {

    public static final HostResources NONE = new HostResources(Long.MAX_VALUE, 0, 0, 0);

    /** Without GPUs. */
    public HostResources(long diskFree, long money, long idle, double perMilliCore, QuotaShare rented) {
        this(diskFree, money, idle, perMilliCore, rented, Long.MAX_VALUE);
    }

    /** Without quota usage and GPUs. */
    public HostResources(long diskFree, long money, long idle, double perMilliCore) {
        this(diskFree, money, idle, perMilliCore, QuotaShare.NONE);
    }

    /** Terms that are {@link #asGoodAs} others in all respects come first. */
    public static final Comparator<HostResources> BEST_FIRST = Comparator.comparingLong(HostResources::money)
            .thenComparing(Comparator.comparingLong(HostResources::diskFree).reversed())
            .thenComparing(Comparator.comparingLong(HostResources::gpusFree).reversed())
            .thenComparingDouble(HostResources::perMilliCore)
            .thenComparing(terms -> terms.rented().bounded())
            .thenComparingLong(terms -> terms.rented().cpu())
            .thenComparingLong(terms -> terms.rented().memory());

    /** Whether these terms are never worse than others, apart from the price in points. */
    public boolean asGoodAs(HostResources other) {
        return diskFree >= other.diskFree && gpusFree >= other.gpusFree && money <= other.money && perMilliCore <= other.perMilliCore
                && rented.asGoodAs(other.rented);
    }
}
