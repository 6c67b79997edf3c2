package org.caravan.solver;

import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;

/**
 * Which sites a cluster is reckoned with one by one: of each tenant the few that are near. All others are one place that is as good
 * as the best of them in every respect, so that what is reckoned can only be too low. Where that place is wanted, more of
 * its sites are taken out of it.
 */
final class ClusterSites {

    private static final int NEAR = 8;
    /** Points for a tenant that may not be at a site, so that sites which may have all of them come first among near ones. */
    private static final double ELSEWHERE = 100;

    private final PlacementTables tables;
    private final LinkCents known;
    private final int[] cluster;
    /** By tenant of the cluster: all its sites, those to be looked at first first. */
    private final int[][] sites;
    private final int[] near;
    private final int[] best;

    ClusterSites(PlacementTables tables, LinkCents known, SeatIndex index, int[] cluster) {
        this.tables = tables;
        this.known = known;
        this.cluster = cluster;
        this.sites = new int[cluster.length][];
        this.near = new int[cluster.length];
        double[][] users = new double[cluster.length][tables.sites()];
        for (int v = 0; v < cluster.length; v++) {
            int tenant = cluster[v];
            Arrays.setAll(users[v], site -> fromUsers(tenant, site));
        }
        this.best = best(index, users);
        int middle = best.length == 0 ? 0 : best[0];
        for (int v = 0; v < cluster.length; v++) {
            int tenant = cluster[v];
            double[] far = users[v];
            Arrays.setAll(far, site -> far[site] + toPeers(tenant, site, middle));
            sites[v] = IntStream.range(0, tables.sites())
                    .filter(site -> index.at(tenant, site).length > 0)
                    .boxed()
                    .sorted(Comparator.comparingDouble(site -> far[site]))
                    .mapToInt(Integer::intValue)
                    .toArray();
            near[v] = sites[v].length <= NEAR + 1 ? sites[v].length : NEAR;
        }
    }

    /** Sites in the order of what users would spend on their way there, all tenants taken together; who may not be there counts much. */
    private int[] best(SeatIndex index, double[][] users) {
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

    int[] best() {
        return best;
    }

    private double fromUsers(int tenant, int site) {
        double sum = 0;
        for (LinkTable link : tables.linksOf()[tenant]) {
            if (link.from() >= tables.tenants().size()) {
                sum += known.wholeOrNever(link, tables.ways().ofUsers(link.from() - tables.tenants().size(), site));
            }
        }
        return sum;
    }

    private double toPeers(int tenant, int site, int middle) {
        double sum = 0;
        for (LinkTable link : tables.linksOf()[tenant]) {
            if (link.from() < tables.tenants().size()) {
                sum += link.from() == tenant
                        ? known.wholeOrNever(link, tables.ways().apart(site, middle))
                        : known.wholeOrNever(link, tables.ways().apart(middle, site));
            }
        }
        return sum;
    }

    /** How many values the tenant's variable has: its near sites, and last the place that stands for all others. */
    int values(int v) {
        return near[v] + (near[v] < sites[v].length ? 1 : 0);
    }

    /** @param value of a near site */
    int site(int v, int value) {
        return sites[v][value];
    }

    boolean isFar(int v, int value) {
        return value == near[v];
    }

    /** Sites that one value stands for. */
    int[] sites(int v, int value) {
        return isFar(v, value) ? Arrays.copyOfRange(sites[v], near[v], sites[v].length) : new int[] {sites[v][value]};
    }

    /** As many more near sites. */
    void widen(int v) {
        int more = Math.min(sites[v].length, near[v] + NEAR);
        near[v] = more == sites[v].length - 1 ? sites[v].length : more;
    }
}
