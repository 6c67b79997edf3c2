package org.caravan.solver;

/** How many addresses tenants take at each site. */
final class SlotUse {

    private final int[] free;
    private final int[] used;

    /** @param free by site */
    SlotUse(int[] free) {
        this.free = free;
        this.used = new int[free.length];
    }

    /** Adds the tenant to a site, or with sign -1 takes it away. */
    void count(Tenant tenant, Seat seat, int sign) {
        used[seat.site()] += tenant.needsSlot(seat) ? sign : 0;
    }

    /** Whether the tenant, which is nowhere, could have an address at the seat's site. */
    boolean has(Tenant tenant, Seat seat) {
        return has(seat.site()) || !tenant.needsSlot(seat);
    }

    int used(int site) {
        return used[site];
    }

    /** Whether any address of the site is left. */
    boolean has(int site) {
        return used[site] < free[site];
    }

    /** Part of the site's free addresses that is taken, 0 to 1; more where they do not suffice. */
    double taken(int site) {
        return (double) used[site] / Math.max(1, free[site]);
    }

    /** Hard penalty of a site whose addresses do not suffice; 0 where they do. */
    long over(int site) {
        return Math.max(0, used[site] - free[site]) * HardWeight.ADDRESS;
    }
}
