package org.caravan.solver;

import java.util.Arrays;
import java.util.List;

/**
 * Seats whole clusters anew, one at a time, where that is better than how they sit: at the sites that cost least together, or all
 * tenants at one site of those that are best for their users. No move of a few tenants gets from one such site to another.
 */
final class ClusterDescent {

    private static final int BEAM = 4;
    private static final int PASSES = 4;
    private static final int SITES = 4;
    /** Penalty that outweighs any link: who may be where the others are is there. */
    private static final double APART = 1e9;

    private final PlacementTables tables;
    private final SeatIndex index;
    private final RunningScore score;
    private final ClusterSeating seating;
    private final List<int[]> clusters;
    private final ClusterSites[] sites;
    private final ClusterLinks[] links;

    /** @param score of which seats are changed */
    ClusterDescent(PlacementTables tables, SeatIndex index, RunningScore score, Clusters clusters) {
        this.tables = tables;
        this.index = index;
        this.score = score;
        this.seating = new ClusterSeating(tables, index, score);
        this.clusters = clusters.all();
        this.sites = new ClusterSites[this.clusters.size()];
        this.links = new ClusterLinks[this.clusters.size()];
    }

    /** Until nothing becomes better. @param movable by tenant; a cluster moves as a whole or not at all */
    void descend(boolean[] movable) {
        boolean better = true;
        for (int pass = 0; better && pass < PASSES; pass++) {
            better = false;
            for (int number = 0; number < clusters.size(); number++) {
                if (Arrays.stream(clusters.get(number)).allMatch(tenant -> movable[tenant])) {
                    // First only where it costs least: that is quick, and often all there is to gain.
                    better |= reseat(number, pass == 0 ? 0 : SITES);
                }
            }
            better |= pass == 0;
        }
    }

    /** By tenant: whether its cluster gains by being seated anew as a whole. Seats are as before afterwards. */
    boolean[] gaining() {
        boolean[] gaining = new boolean[tables.tenants().size()];
        for (int number = 0; number < clusters.size(); number++) {
            Kept before = new Kept(clusters.get(number));
            boolean gains = reseat(number, 0);
            before.sit();
            for (int tenant : clusters.get(number)) {
                gaining[tenant] = gains;
            }
        }
        return gaining;
    }

    /**
     * Tries one cluster. Who sits worse than before sits as before.
     *
     * @param tried how many of the best sites are tried for all tenants together
     * @return whether anything became better
     */
    private boolean reseat(int number, int tried) {
        int[] cluster = clusters.get(number);
        if (links[number] == null) {
            sites[number] = new ClusterSites(tables, index, cluster, false);
            links[number] = new ClusterLinks(tables, sites[number], cluster);
        }
        Kept before = new Kept(cluster);
        seating.unseat(cluster);
        Kept best = tried(cluster, leastSites(number, this::charge), before);
        int[] good = sites[number].best();
        for (int i = 0; i < Math.min(tried, good.length); i++) {
            int site = good[i];
            seating.unseat(cluster);
            best = tried(cluster, leastSites(number, (tenant, at) -> charge(tenant, at) + (at == site ? 0 : APART)), best);
        }
        best.sit();
        return best != before;
    }

    /** What it costs that a tenant has a host at a site. */
    private interface Charge {
        double of(Tenant tenant, int site);
    }

    /** The sites that cost least together, by tenant of the cluster. */
    private int[] leastSites(int number, Charge charge) {
        int[] cluster = clusters.get(number);
        double[][] alone = new double[cluster.length][];
        for (int v = 0; v < cluster.length; v++) {
            alone[v] = new double[sites[number].values(v)];
            for (int value = 0; value < alone[v].length; value++) {
                alone[v][value] = charge.of(tables.tenant(cluster[v]), sites[number].site(v, value));
            }
        }
        links[number].least(alone, new double[tables.journeys().size()]);
        int[] least = new int[cluster.length];
        Arrays.setAll(least, v -> sites[number].site(v, links[number].value(v)));
        return least;
    }

    private Kept tried(int[] cluster, int[] sites, Kept best) {
        seating.unseat(cluster);
        seating.seat(cluster, sites, BEAM);
        return best.isWorse() ? new Kept(cluster) : best;
    }

    /** Of the host the tenant would have there: its share where it would have to be opened, much where none has room. */
    private double charge(Tenant tenant, int site) {
        double least = APART / 2;
        for (int candidate : index.at(tenant.index(), site)) {
            Seat seat = tables.seat(candidate);
            if (score.memoryLeft(tenant, seat) >= 0) {
                double cents = score.isOpen(candidate) || seat.cents() == 0 ? 0 : seat.cents() * share(tenant, seat);
                if (cents == 0) {
                    return move(tenant, site);
                }
                least = Math.min(least, cents + move(tenant, site));
            }
        }
        return least;
    }

    private double move(Tenant tenant, int site) {
        boolean here = tenant.now() >= 0 && tables.seat(tenant.now()).site() == site;
        return tenant.placed() && !here ? tenant.moveCents() : 0;
    }

    private static double share(Tenant tenant, Seat seat) {
        return Math.max((double) tenant.cpu(seat) / seat.cpuFree(), (double) tenant.memory(seat) / seat.memoryFree());
    }

    /** How a cluster sat, and what the whole score was then. */
    private final class Kept {

        private final int[] cluster;
        private final int[] seats;
        private final long hard = score.hard();
        private final long soft = score.soft();
        private final boolean whole;

        Kept(int[] cluster) {
            this.cluster = cluster;
            this.seats = new int[cluster.length];
            boolean all = true;
            for (int v = 0; v < seats.length; v++) {
                seats[v] = score.seatOf(cluster[v]);
                all &= seats[v] != RunningScore.NONE;
            }
            this.whole = all;
        }

        /** Than how the cluster sits now. */
        boolean isWorse() {
            return !whole || score.hard() < hard || score.hard() == hard && score.soft() < soft;
        }

        void sit() {
            seating.unseat(cluster);
            for (int v = 0; v < seats.length; v++) {
                score.place(cluster[v], seats[v]);
            }
        }
    }
}
