package org.caravan.solver.model;

import java.util.BitSet;
import org.caravan.problem.ParetoPaths;

/** Nearest-neighbour order of sites by round-trip time: each site is followed by the nearest remaining site. */
public final class NearestNeighbourOrder {

    private final CompiledProblem tables;

    public NearestNeighbourOrder(CompiledProblem tables) {
        this.tables = tables;
    }

    /** Position in the order, by site. */
    public int[] places() {
        int[] places = new int[tables.sites()];
        BitSet left = new BitSet();
        left.set(0, places.length);
        int at = 0;
        for (int place = 0; place < places.length; place++) {
            places[at] = place;
            left.clear(at);
            at = nearest(at, left);
        }
        return places;
    }

    private int nearest(int from, BitSet left) {
        int nearest = left.nextSetBit(0);
        double least = Double.POSITIVE_INFINITY;
        for (int site = nearest; site >= 0; site = left.nextSetBit(site + 1)) {
            ParetoPaths paths = tables.ways().between()[tables.ways().apart(from, site)];
            double rtt = paths.isEmpty() ? Double.POSITIVE_INFINITY : paths.choice(0).meanRtt().value();
            if (rtt < least) {
                least = rtt;
                nearest = site;
            }
        }
        return Math.max(0, nearest);
    }
}
