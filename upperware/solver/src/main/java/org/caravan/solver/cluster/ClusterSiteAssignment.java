package org.caravan.solver.cluster;

import java.util.Arrays;
import java.util.List;
import org.caravan.solver.model.Clusters;
import org.caravan.solver.model.CompiledProblem;
import org.caravan.solver.model.DomainIndex;
import org.caravan.solver.model.PlacedInstance;
import org.caravan.solver.score.Assignment;
import org.caravan.solver.score.ClusterSites;
import org.caravan.solver.score.IncrementalScore;

/**
 * Assigns one cluster as a whole, at the sites with the lowest total cost. The cost counts hosts either as they are used now or as if all
 * hosts were available.
 */
final class ClusterSiteAssignment {

    private static final int BEAM = 4;
    /** Maximum number of times that the sites considered for a cluster are extended. */
    private static final int WIDER = 12;
    /** Maximum number of times that sites are selected again for a cluster that costs more than expected. */
    private static final int RETRIES = 3;
    /** Tolerated difference between the actual and the expected score, in points. */
    private static final double ROUNDED = 1;
    private static final double BROKEN = 0.1;
    private static final FarAway NOT_AT_ALL = (instance, sites) -> SitePenalties.NOWHERE;
    private static final double[] UNPRICED = {};

    /** Cost of placing an instance on a host of a site. */
    private interface Charge {
        double of(PlacedInstance instance, int site);
    }

    /** Cost of placing an instance at one of the sites that are not considered individually. */
    private interface FarAway {
        double of(PlacedInstance instance, int[] sites);
    }

    private final CompiledProblem tables;
    private final DomainIndex index;
    private final IncrementalScore score;
    private final SitePenalties charges;
    private final ClusterBeamSearch assignment;
    private final List<int[]> clusters;
    private final ClusterSites[] sites;
    private final ClusterCostTable[] links;
    private final int[][] wanted;
    /** Cost of the cluster at its wanted sites, in points. */
    private final double[] alone;
    /** Cost found by the last {@link #leastSites}. */
    private double least;

    /** @param score assignment that is changed */
    ClusterSiteAssignment(CompiledProblem tables, DomainIndex index, IncrementalScore score, Clusters clusters) {
        this.tables = tables;
        this.index = index;
        this.score = score;
        this.charges = new SitePenalties(tables, index, score);
        this.assignment = new ClusterBeamSearch(tables, index, score);
        this.clusters = clusters.all();
        this.sites = new ClusterSites[this.clusters.size()];
        this.links = new ClusterCostTable[this.clusters.size()];
        this.wanted = new int[this.clusters.size()][];
        this.alone = new double[this.clusters.size()];
    }

    IncrementalScore score() {
        return score;
    }

    /** See {@link SitePenalties#priceAddresses}. */
    void priceAddresses() {
        charges.priceAddresses();
    }

    /** Current assignment of all clusters. */
    Assignment assignment() {
        return new Assignment(score.positions(), score.hard(), score.soft());
    }

    ClusterSnapshot keep(int number) {
        return ClusterSnapshot.of(score, number, clusters.get(number));
    }

    void unassign(int number) {
        assignment.unassign(clusters.get(number));
    }

    /** Assigns an unplaced cluster to these sites, by instance of the cluster. */
    void position(int number, int[] at) {
        assignment.position(clusters.get(number), at, BEAM);
    }

    /**
     * Assigns an unplaced cluster to the sites with the lowest cost at the current host usage. If the actual cost exceeds the expected
     * cost, retries with corrected site costs and keeps the best result.
     */
    void assignWell(int number) {
        long hard = score.hard();
        long soft = score.soft();
        int[] at = leastSites(number, charges::charge);
        double expected = soft + least + ROUNDED;
        position(number, at);
        if (excess(hard, expected) <= 0) {
            return;
        }
        CostCorrections more = new CostCorrections(tables, score, clusters.get(number));
        ClusterSnapshot best = null;
        for (int time = 0; time < RETRIES && excess(hard, expected) > 0 && more.add(at, excess(hard, expected)); time++) {
            best = best == null || best.isWorse() ? keep(number) : best;
            unassign(number);
            at = leastSites(number, (instance, site) -> charges.charge(instance, site) + more.at(site));
            position(number, at);
        }
        if (best != null && !best.isWorse()) {
            best.sit();
        }
    }

    /**
     * Points by which the score exceeds the expected score; an additional broken hard constraint counts as a fraction of the cost of the
     * cluster.
     */
    private double excess(long hard, double expected) {
        double points = score.soft() - expected;
        return score.hard() > hard ? Math.max(points, BROKEN * least) : points;
    }

    /** As {@link #assignWell}, but with as many instances as possible at this one of the {@link #best} sites. */
    void positionAt(int number, int site) {
        position(number, leastSites(number, (instance, at) -> charges.charge(instance, at) + (at == site ? 0 : SitePenalties.APART)));
    }

    /** Returns the sites that are best for the users of the cluster, in descending order of quality. */
    int[] best(int number) {
        prepare(number);
        return sites[number].best();
    }

    /** Returns the sites the cluster would use if all hosts were available to it. */
    int[] wanted(int number) {
        if (wanted[number] == null) {
            prepare(number);
            alone[number] = least(number, charges::wish, NOT_AT_ALL);
            wanted[number] = chosen(number);
        }
        return wanted[number];
    }

    /** Returns the approximate additional cost of the current assignment compared with all hosts available, in points. */
    double regret(int number) {
        wanted(number);
        ClusterSnapshot kept = keep(number);
        unassign(number);
        double own = kept.soft() - score.soft();
        kept.sit();
        return own - alone[number];
    }

    private void prepare(int number) {
        if (links[number] == null) {
            sites[number] = new ClusterSites(tables, score.linkCents(), index, clusters.get(number));
            links[number] = new ClusterCostTable(tables, score.linkCents(), sites[number], clusters.get(number), false);
            widen(number);
        }
    }

    /** Considers more sites individually until no instance chooses an aggregated site. */
    private void widen(int number) {
        boolean wider = true;
        for (int time = 0; wider && time < WIDER; time++) {
            least(number, charges::wish, charges::leastWish);
            wider = links[number].widenFar();
        }
        links[number].settled();
    }

    /** Returns the sites with the lowest total cost, by instance of the cluster. */
    private int[] leastSites(int number, Charge charge) {
        prepare(number);
        least = least(number, charge, NOT_AT_ALL);
        return chosen(number);
    }

    /** Sites of the last {@link #least}. */
    private int[] chosen(int number) {
        int[] found = new int[clusters.get(number).length];
        Arrays.setAll(found, v -> sites[number].site(v, links[number].value(v)));
        return found;
    }

    private double least(int number, Charge charge, FarAway far) {
        int[] cluster = clusters.get(number);
        double[][] each = new double[cluster.length][];
        for (int v = 0; v < cluster.length; v++) {
            PlacedInstance instance = tables.instance(cluster[v]);
            each[v] = new double[sites[number].values(v)];
            for (int value = 0; value < each[v].length; value++) {
                int[] at = sites[number].sites(v, value);
                each[v][value] = sites[number].isFar(v, value) ? far.of(instance, at) : charge.of(instance, at[0]);
            }
        }
        return links[number].least(each, UNPRICED);
    }
}
