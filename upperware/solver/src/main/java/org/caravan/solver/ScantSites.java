package org.caravan.solver;

import java.util.BitSet;

/** Sites where what is open has room for each tenant of a cluster alone, but not for all that were to be there: sites are chosen as if each tenant came alone. */
final class ScantSites {

    private final PlacementTables tables;
    private final RunningScore score;
    private final int[] cluster;
    private final BitSet members = new BitSet();
    private final BitSet scant = new BitSet();

    /** @param score that has the cluster's seats */
    ScantSites(PlacementTables tables, RunningScore score, int[] cluster) {
        this.tables = tables;
        this.score = score;
        this.cluster = cluster;
        for (int tenant : cluster) {
            members.set(tenant);
        }
    }

    boolean has(int site) {
        return scant.get(site);
    }

    /**
     * Those at which somebody was to be and is not, or for whom a host was opened that costs.
     *
     * @param wanted sites at which the cluster was to be, by its tenants
     * @return whether any is new
     */
    boolean add(int[] wanted) {
        int before = scant.cardinality();
        for (int v = 0; v < cluster.length; v++) {
            Seat seat = tables.seat(score.seatOf(cluster[v]));
            if (seat.site() != wanted[v] || seat.cents() > 0 && isOurs(seat.index())) {
                scant.set(wanted[v]);
            }
        }
        return scant.cardinality() > before;
    }

    /** Whether nobody but the cluster is there. */
    private boolean isOurs(int host) {
        for (int tenant = score.residents().first(host); tenant != RunningScore.NONE; tenant = score.residents().next(tenant)) {
            if (!members.get(tenant)) {
                return false;
            }
        }
        return true;
    }
}
