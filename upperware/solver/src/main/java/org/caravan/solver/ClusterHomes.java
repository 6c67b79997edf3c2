package org.caravan.solver;

import java.util.Arrays;
import java.util.List;

/** Seats one cluster as a whole: at the sites that cost least together as hosts are taken now, or as it would like them were it alone. */
final class ClusterHomes {

    private static final int BEAM = 4;
    /** How many times more sites are looked at for a cluster. */
    private static final int WIDER = 12;
    /** How often sites are chosen anew for a cluster that cost more than they should. */
    private static final int RETRIES = 3;
    /** Points by which a score may differ from what was reckoned before. */
    private static final double ROUNDED = 1;
    private static final double BROKEN = 0.1;
    private static final FarAway NOT_AT_ALL = (tenant, sites) -> SiteCharges.NOWHERE;
    private static final double[] UNPRICED = {};

    /** What it costs that a tenant has a host at a site. */
    private interface Charge {
        double of(Tenant tenant, int site);
    }

    /** What it costs to be at any of the sites that are not looked at by themselves. */
    private interface FarAway {
        double of(Tenant tenant, int[] sites);
    }

    private final PlacementTables tables;
    private final SeatIndex index;
    private final RunningScore score;
    private final SiteCharges charges;
    private final ClusterSeating seating;
    private final List<int[]> clusters;
    private final ClusterSites[] sites;
    private final ClusterLinks[] links;
    private final int[][] wanted;
    /** What it costs there. */
    private final double[] alone;
    /** At the last {@link #leastSites}. */
    private double least;

    /** @param score of which seats are changed */
    ClusterHomes(PlacementTables tables, SeatIndex index, RunningScore score, Clusters clusters) {
        this.tables = tables;
        this.index = index;
        this.score = score;
        this.charges = new SiteCharges(tables, index, score);
        this.seating = new ClusterSeating(tables, index, score);
        this.clusters = clusters.all();
        this.sites = new ClusterSites[this.clusters.size()];
        this.links = new ClusterLinks[this.clusters.size()];
        this.wanted = new int[this.clusters.size()][];
        this.alone = new double[this.clusters.size()];
    }

    RunningScore score() {
        return score;
    }

    /** See {@link SiteCharges#priceAddresses}. */
    void priceAddresses() {
        charges.priceAddresses();
    }

    /** Of all clusters, as they sit now. */
    Seating seating() {
        return new Seating(score.seats(), score.hard(), score.soft());
    }

    KeptSeats keep(int number) {
        return KeptSeats.of(score, number, clusters.get(number));
    }

    void unseat(int number) {
        seating.unseat(clusters.get(number));
    }

    /** Of a cluster without seats: at these sites, by its tenants. */
    void seat(int number, int[] at) {
        seating.seat(clusters.get(number), at, BEAM);
    }

    /** Of a cluster without seats: at the sites that cost least as hosts are taken now; at others where it costs more there than was reckoned, and less elsewhere. */
    void seatWell(int number) {
        long hard = score.hard();
        long soft = score.soft();
        int[] at = leastSites(number, charges::charge);
        double expected = soft + least + ROUNDED;
        seat(number, at);
        if (excess(hard, expected) <= 0) {
            return;
        }
        Surcharges more = new Surcharges(tables, score, clusters.get(number));
        KeptSeats best = null;
        for (int time = 0; time < RETRIES && excess(hard, expected) > 0 && more.add(at, excess(hard, expected)); time++) {
            best = best == null || best.isWorse() ? keep(number) : best;
            unseat(number);
            at = leastSites(number, (tenant, site) -> charges.charge(tenant, site) + more.at(site));
            seat(number, at);
        }
        if (best != null && !best.isWorse()) {
            best.sit();
        }
    }

    /** By how many points the score is above what was expected; an obligation more that is broken counts as a part of what the cluster costs. */
    private double excess(long hard, double expected) {
        double points = score.soft() - expected;
        return score.hard() > hard ? Math.max(points, BROKEN * least) : points;
    }

    /** As {@link #seatWell}, but with who may be there at this one of the {@link #best} sites. */
    void seatAt(int number, int site) {
        seat(number, leastSites(number, (tenant, at) -> charges.charge(tenant, at) + (at == site ? 0 : SiteCharges.APART)));
    }

    /** Sites that are best for the users of the cluster, best first. */
    int[] best(int number) {
        prepare(number);
        return sites[number].best();
    }

    /** Sites it would take were all hosts its own. */
    int[] wanted(int number) {
        if (wanted[number] == null) {
            prepare(number);
            alone[number] = least(number, charges::wish, NOT_AT_ALL);
            wanted[number] = chosen(number);
        }
        return wanted[number];
    }

    /** About how much more it costs as it sits than it would were all hosts its own; in points. */
    double regret(int number) {
        wanted(number);
        KeptSeats kept = keep(number);
        unseat(number);
        double own = kept.soft() - score.soft();
        kept.sit();
        return own - alone[number];
    }

    private void prepare(int number) {
        if (links[number] == null) {
            sites[number] = new ClusterSites(tables, score.linkCents(), index, clusters.get(number));
            links[number] = new ClusterLinks(tables, score.linkCents(), sites[number], clusters.get(number), false);
            widen(number);
        }
    }

    /** More sites for those who would be at one that is not looked at by itself, until nobody would. */
    private void widen(int number) {
        boolean wider = true;
        for (int time = 0; wider && time < WIDER; time++) {
            least(number, charges::wish, charges::leastWish);
            wider = links[number].widenFar();
        }
        links[number].settled();
    }

    /** The sites that cost least together, by tenant of the cluster. */
    private int[] leastSites(int number, Charge charge) {
        prepare(number);
        least = least(number, charge, NOT_AT_ALL);
        return chosen(number);
    }

    /** At the last {@link #least}. */
    private int[] chosen(int number) {
        int[] found = new int[clusters.get(number).length];
        Arrays.setAll(found, v -> sites[number].site(v, links[number].value(v)));
        return found;
    }

    private double least(int number, Charge charge, FarAway far) {
        int[] cluster = clusters.get(number);
        double[][] each = new double[cluster.length][];
        for (int v = 0; v < cluster.length; v++) {
            Tenant tenant = tables.tenant(cluster[v]);
            each[v] = new double[sites[number].values(v)];
            for (int value = 0; value < each[v].length; value++) {
                int[] at = sites[number].sites(v, value);
                each[v][value] = sites[number].isFar(v, value) ? far.of(tenant, at) : charge.of(tenant, at[0]);
            }
        }
        return links[number].least(each, UNPRICED);
    }
}
