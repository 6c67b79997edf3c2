package org.caravan.solver.score;

import org.caravan.solver.model.PenaltyWeights;
import org.caravan.solver.model.PlacedInstance;
import org.caravan.solver.model.Position;

/** Incremental usage of addresses by site. */
public final class AddressUsage {

    private final int[] free;
    private final int[] used;

    /** @param free by site */
    AddressUsage(int[] free) {
        this.free = free;
        this.used = new int[free.length];
    }

    /** Adds the instance to a site, or removes it if sign is -1. */
    void count(PlacedInstance instance, Position position, int sign) {
        used[position.site()] += instance.needsSlot(position) ? sign : 0;
    }

    /** Whether an unplaced instance can have an address at the site of the host. */
    public boolean has(PlacedInstance instance, Position position) {
        return has(position.site()) || !instance.needsSlot(position);
    }

    public int used(int site) {
        return used[site];
    }

    /** Whether the site has a free address. */
    public boolean has(int site) {
        return used[site] < free[site];
    }

    /** Used fraction of the site's free addresses, from 0 to 1; above 1 if they do not suffice. */
    public double taken(int site) {
        return (double) used[site] / Math.max(1, free[site]);
    }

    /** Hard penalty of a site with insufficient addresses; 0 if they suffice. */
    public long over(int site) {
        return Math.max(0, used[site] - free[site]) * PenaltyWeights.ADDRESS;
    }
}
