package org.caravan.solver;

import java.util.Comparator;

/**
 * What decides about using a host beside its processor, its memory and its price in points. What a problem does not ask about is as in
 * {@link #NONE}, so that hosts which differ in nothing that counts are not told apart.
 *
 * @param diskFree bytes that other applications leave
 * @param money cents per month that using it adds to what a limit is held against; 0 where others pay it already
 * @param idle points of the power it takes idle, which the seat's {@code cents} contain; 0 where others use it already
 * @param perMilliCore points of power for each thousandth of a core that is reserved
 * @param rented what using it takes of a quota
 */
record Terms(long diskFree, long money, long idle, double perMilliCore, QuotaShare rented) {

    static final Terms NONE = new Terms(Long.MAX_VALUE, 0, 0, 0);

    /** Rents nothing that is bounded. */
    Terms(long diskFree, long money, long idle, double perMilliCore) {
        this(diskFree, money, idle, perMilliCore, QuotaShare.NONE);
    }

    /** Who is {@link #asGoodAs} others in all comes before them. */
    static final Comparator<Terms> BEST_FIRST = Comparator.comparingLong(Terms::money)
            .thenComparing(Comparator.comparingLong(Terms::diskFree).reversed())
            .thenComparingDouble(Terms::perMilliCore)
            .thenComparing(terms -> terms.rented().bounded())
            .thenComparingLong(terms -> terms.rented().cpu())
            .thenComparingLong(terms -> terms.rented().memory());

    /** Whether nobody loses who has these instead of others, the price in points aside. */
    boolean asGoodAs(Terms other) {
        return diskFree >= other.diskFree && money <= other.money && perMilliCore <= other.perMilliCore && rented.asGoodAs(other.rented);
    }
}
