package org.caravan.solver;

import java.util.BitSet;

/**
 * What sites turned out to cost a cluster more than was reckoned. Sites are chosen as if each of its tenants came alone and found its peers on its host: what is
 * open may have room for each, but not for all, and not for those together who talk to each other.
 */
final class Surcharges {

    private final PlacementTables tables;
    private final RunningScore score;
    private final int[] cluster;
    private final BitSet members = new BitSet();
    private final double[] points;

    /** @param score that has the cluster's seats */
    Surcharges(PlacementTables tables, RunningScore score, int[] cluster) {
        this.tables = tables;
        this.score = score;
        this.cluster = cluster;
        this.points = new double[tables.sites()];
        for (int tenant : cluster) {
            members.set(tenant);
        }
    }

    /** Points for each tenant of the cluster that would be there. */
    double at(int site) {
        return points[site];
    }

    /**
     * Charges it to the sites of those who do not sit as was reckoned.
     *
     * @param wanted sites at which the cluster was to be, by its tenants
     * @param excess points that it costs more
     * @return whether anybody sits otherwise
     */
    boolean add(int[] wanted, double excess) {
        int[] there = new int[points.length];
        int[] otherwise = new int[points.length];
        int all = 0;
        for (int v = 0; v < cluster.length; v++) {
            there[wanted[v]]++;
            if (sitsOtherwise(cluster[v], wanted[v])) {
                otherwise[wanted[v]]++;
                all++;
            }
        }
        for (int site = 0; site < points.length; site++) {
            points[site] += otherwise[site] == 0 ? 0 : excess * otherwise[site] / all / there[site];
        }
        return all > 0;
    }

    /** Than where it was to be, on what was open, with its peers. */
    private boolean sitsOtherwise(int tenant, int wanted) {
        Seat seat = tables.seat(score.seatOf(tenant));
        return seat.site() != wanted || seat.cents() > 0 && isOurs(seat.index()) || hasPeerBeside(tenant, seat);
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

    /** On another host of the same site. */
    private boolean hasPeerBeside(int tenant, Seat seat) {
        for (LinkTable link : tables.linksOf()[tenant]) {
            int peer = link.from() == tenant ? link.to() : link.from();
            int at = peer < tables.tenants().size() ? score.seatOf(peer) : RunningScore.NONE;
            if (at != RunningScore.NONE && at != seat.index() && tables.seat(at).site() == seat.site()) {
                return true;
            }
        }
        return false;
    }
}
