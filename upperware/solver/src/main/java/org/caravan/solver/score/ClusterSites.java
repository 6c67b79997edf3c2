package org.caravan.solver.score;

import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;
import org.caravan.solver.model.CompiledProblem;
import org.caravan.solver.model.DomainIndex;
import org.caravan.solver.model.LinkModel;

/**
 * Sites considered individually for the instances of a cluster: the few near sites of each instance. All other sites are aggregated into
 * one value that is as good as the best of them in every respect. So the result remains a lower bound. If the aggregated value is chosen,
 * more of its sites are considered individually.
 */
public final class ClusterSites {

    private static final int NEAR = 8;
    /** Points for an instance that cannot run at a site, so that sites that can run all instances come first. */
    private static final double ELSEWHERE = 100;

    private final CompiledProblem tables;
    private final LinkCost known;
    private final int[] cluster;
    /** By instance of the cluster: all its sites, in the order in which they are considered. */
    private final int[][] sites;
    private final int[] near;
    private final int[] best;

    public ClusterSites(CompiledProblem tables, LinkCost known, DomainIndex index, int[] cluster) {
        this.tables = tables;
        this.known = known;
        this.cluster = cluster;
        this.sites = new int[cluster.length][];
        this.near = new int[cluster.length];
        double[][] users = new double[cluster.length][tables.sites()];
        for (int v = 0; v < cluster.length; v++) {
            int instance = cluster[v];
            Arrays.setAll(users[v], site -> fromUsers(instance, site));
        }
        this.best = best(index, users);
        int middle = best.length == 0 ? 0 : best[0];
        for (int v = 0; v < cluster.length; v++) {
            int instance = cluster[v];
            double[] far = users[v];
            Arrays.setAll(far, site -> far[site] + toPeers(instance, site, middle));
            sites[v] = IntStream.range(0, tables.sites())
                    .filter(site -> index.at(instance, site).length > 0)
                    .boxed()
                    .sorted(Comparator.comparingDouble(site -> far[site]))
                    .mapToInt(Integer::intValue)
                    .toArray();
            near[v] = sites[v].length <= NEAR + 1 ? sites[v].length : NEAR;
        }
    }

    /**
     * Returns sites in the order of the cost of user traffic, summed over all instances; an instance that cannot run there adds a large
     * penalty.
     */
    private int[] best(DomainIndex index, double[][] users) {
        double[] spent = new double[tables.sites()];
        Arrays.setAll(spent, site -> IntStream.range(0, cluster.length)
                .mapToDouble(v -> index.at(cluster[v], site).length > 0 ? users[v][site] : ELSEWHERE)
                .sum());
        return IntStream.range(0, spent.length).boxed()
                .sorted(Comparator.comparingDouble(site -> spent[site]))
                .limit(NEAR)
                .mapToInt(Integer::intValue)
                .toArray();
    }

    public int[] best() {
        return best;
    }

    private double fromUsers(int instance, int site) {
        double sum = 0;
        for (LinkModel link : tables.linksOf()[instance]) {
            if (link.from() >= tables.instances().size()) {
                sum += known.wholeOrNever(link, tables.ways().ofUsers(link.from() - tables.instances().size(), site));
            }
        }
        return sum;
    }

    private double toPeers(int instance, int site, int middle) {
        double sum = 0;
        for (LinkModel link : tables.linksOf()[instance]) {
            if (link.from() < tables.instances().size()) {
                sum += link.from() == instance
                        ? known.wholeOrNever(link, tables.ways().apart(site, middle))
                        : known.wholeOrNever(link, tables.ways().apart(middle, site));
            }
        }
        return sum;
    }

    /** Number of values of the instance's variable: its near sites and, last, the aggregated value for all others. */
    public int values(int v) {
        return near[v] + (near[v] < sites[v].length ? 1 : 0);
    }

    /** @param value of a near site */
    public int site(int v, int value) {
        return sites[v][value];
    }

    public boolean isFar(int v, int value) {
        return value == near[v];
    }

    /** Sites that a value stands for. */
    public int[] sites(int v, int value) {
        return isFar(v, value) ? Arrays.copyOfRange(sites[v], near[v], sites[v].length) : new int[] {sites[v][value]};
    }

    /** Adds a further batch of near sites. */
    public void widen(int v) {
        int more = Math.min(sites[v].length, near[v] + NEAR);
        near[v] = more == sites[v].length - 1 ? sites[v].length : more;
    }
}
