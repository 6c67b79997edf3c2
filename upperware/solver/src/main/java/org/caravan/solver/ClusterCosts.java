package org.caravan.solver;

import java.util.HashMap;
import java.util.Map;
import java.util.stream.IntStream;

/** What a cluster costs at least, by the sites of its tenants, while prices stand for the capacity of hosts. */
final class ClusterCosts {

    private static final double NEVER = 1e15;

    private final PlacementTables tables;
    private final HostGroups groups;
    private final int[] cluster;
    private final Map<Integer, Integer> variableOf = new HashMap<>();
    /** By tenant of the cluster: sites it may go to. */
    private final int[][] sites;
    /** By tenant of the cluster and number of such a site: the group it takes there at these prices. */
    private final int[][] chosen;

    ClusterCosts(PlacementTables tables, HostGroups groups, int[] cluster) {
        this.tables = tables;
        this.groups = groups;
        this.cluster = cluster;
        this.sites = new int[cluster.length][];
        this.chosen = new int[cluster.length][];
        for (int v = 0; v < cluster.length; v++) {
            variableOf.put(cluster[v], v);
            int[][] bySite = groups.bySite(tables.tenant(cluster[v]));
            sites[v] = IntStream.range(0, tables.sites()).filter(site -> bySite[site].length > 0).toArray();
            chosen[v] = new int[sites[v].length];
        }
    }

    /** About how many additions one look takes. */
    double work() {
        double sum = 0;
        for (int tenant : cluster) {
            for (LinkTable link : tables.linksOf()[tenant]) {
                int peer = link.from() == tenant ? link.to() : link.from();
                sum += sites[variableOf.get(tenant)].length * 4.0
                        * (peer < tables.tenants().size() ? sites[variableOf.get(peer)].length : 1);
            }
        }
        return sum;
    }

    /** @param cpu is increased by what the cluster takes of each group, in hosts; @param memory likewise */
    double least(double[] cpuPrice, double[] memoryPrice, double[] cpu, double[] memory) {
        Elimination elimination = new Elimination(IntStream.range(0, cluster.length).map(v -> sites[v].length).toArray());
        for (int v = 0; v < cluster.length; v++) {
            elimination.add(new Elimination.Factor(new int[] {v}, alone(v, cpuPrice, memoryPrice)));
            for (LinkTable link : tables.linksOf()[cluster[v]]) {
                if (link.from() == cluster[v]) {
                    elimination.add(between(link));
                }
            }
        }
        double least = elimination.least();
        int[] values = elimination.values();
        for (int v = 0; v < cluster.length; v++) {
            int group = chosen[v][values[v]];
            Seat seat = groups.seat(group);
            cpu[group] += share(tables.tenant(cluster[v]).cpu(seat), seat.cpuFree());
            memory[group] += share(tables.tenant(cluster[v]).memory(seat), seat.memoryFree());
        }
        return least;
    }

    private static double share(long used, long free) {
        return free == 0 ? 0 : (double) used / free;
    }

    private double[] alone(int v, double[] cpuPrice, double[] memoryPrice) {
        Tenant tenant = tables.tenant(cluster[v]);
        int[][] bySite = groups.bySite(tenant);
        double[] cells = new double[sites[v].length];
        for (int i = 0; i < cells.length; i++) {
            cells[i] = NEVER;
            for (int group : bySite[sites[v][i]]) {
                if (cpuPrice[group] == LowerBound.CLOSED) {
                    continue;
                }
                Seat seat = groups.seat(group);
                boolean here = tenant.now() >= 0 && groups.of(tenant.now()) == group;
                double cost = cpuPrice[group] * share(tenant.cpu(seat), seat.cpuFree())
                        + memoryPrice[group] * share(tenant.memory(seat), seat.memoryFree())
                        + (tenant.placed() && !here ? tenant.moveCents() : 0);
                if (cost < cells[i]) {
                    cells[i] = cost;
                    chosen[v][i] = group;
                }
            }
            cells[i] += fromUsers(cluster[v], sites[v][i]);
        }
        return cells;
    }

    private double fromUsers(int tenant, int site) {
        double sum = 0;
        for (LinkTable link : tables.linksOf()[tenant]) {
            if (link.from() >= tables.tenants().size()) {
                sum += cents(link, tables.ways().ofUsers(link.from() - tables.tenants().size(), site));
            }
        }
        return sum;
    }

    private Elimination.Factor between(LinkTable link) {
        int from = variableOf.get(link.from());
        int to = variableOf.get(link.to());
        int first = Math.min(from, to);
        int second = Math.max(from, to);
        double[] cells = new double[sites[first].length * sites[second].length];
        for (int i = 0; i < sites[first].length; i++) {
            for (int j = 0; j < sites[second].length; j++) {
                int a = sites[first][i];
                int b = sites[second][j];
                cells[i * sites[second].length + j] = from == first ? cents(link, a, b) : cents(link, b, a);
            }
        }
        return new Elimination.Factor(new int[] {first, second}, cells);
    }

    private double cents(LinkTable link, int from, int to) {
        double apart = cents(link, tables.ways().apart(from, to));
        return from == to ? Math.min(apart, cents(link, tables.ways().onOneHost(from))) : apart;
    }

    private static double cents(LinkTable link, int relation) {
        return link.reachable(relation) ? link.cents(relation) : NEVER;
    }
}
