package org.caravan.solver.cluster;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.caravan.solver.model.CompiledProblem;
import org.caravan.solver.model.LinkModel;
import org.caravan.solver.score.ClusterSites;
import org.caravan.solver.score.LinkCost;
import org.caravan.solver.score.LinkCostTable;
import org.caravan.solver.score.SitePairCosts;

/**
 * Cost table of a cluster by the sites of its instances (pair costs and costs of single instances); finds the sites with the lowest total
 * cost.
 */
final class ClusterCostTable {

    /** Links that share a cost table. @param from index of the source variable; -1 if the links come from users */
    private record Ends(List<LinkModel> links, int from, int to) {

        boolean of(BitSet variables) {
            return variables.get(to) || from >= 0 && variables.get(from);
        }
    }

    private final CompiledProblem tables;
    private final LinkCost known;
    private final ClusterSites sites;
    private final int variables;
    private final List<Ends> ends = new ArrayList<>();
    /** Indexed like {@link #ends}. */
    private final LinkCostTable[] cells;
    /** Indexed like {@link #ends}; null if not computed or released. */
    private final SitePairCosts[] costs;
    private final boolean promises;
    private final int[] requestPaths;
    /** Null after sites have changed, until the next evaluation. */
    private BucketElimination elimination;
    private int[] values;

    /** @param promises whether SLOs have multipliers: true for a bound, false for the search for a placement */
    ClusterCostTable(CompiledProblem tables, LinkCost known, ClusterSites sites, int[] cluster, boolean promises) {
        this.known = known;
        this.promises = promises;
        this.tables = tables;
        this.sites = sites;
        this.variables = cluster.length;
        addEnds(cluster);
        this.requestPaths = ends.stream().flatMap(one -> one.links().stream()).flatMap(link -> Arrays.stream(tables.hopsOf()[link.index()]))
                .mapToInt(hop -> hop.requestPath().index()).sorted().distinct().toArray();
        this.cells = new LinkCostTable[ends.size()];
        this.costs = new SitePairCosts[ends.size()];
        BitSet all = new BitSet();
        all.set(0, variables);
        compute(all);
    }

    private void addEnds(int[] cluster) {
        Map<Integer, Integer> variableOf = new HashMap<>();
        for (int v = 0; v < cluster.length; v++) {
            variableOf.put(cluster[v], v);
        }
        Map<Integer, List<LinkModel>> fromUsers = new TreeMap<>();
        for (int v = 0; v < cluster.length; v++) {
            for (LinkModel link : tables.linksOf()[cluster[v]]) {
                if (link.to() == cluster[v] && link.from() < tables.instances().size()) {
                    ends.add(new Ends(List.of(link), variableOf.get(link.from()), v));
                } else if (link.to() == cluster[v]) {
                    fromUsers.computeIfAbsent(v, any -> new ArrayList<>()).add(link);
                }
            }
        }
        fromUsers.forEach((to, entering) -> ends.add(new Ends(entering, -1, to)));
    }

    /**
     * Considers more sites individually for each instance that chose an aggregated site in the last {@link #least}. @return whether there
     * was any
     */
    boolean widenFar() {
        BitSet far = new BitSet();
        for (int v = 0; v < variables; v++) {
            if (sites.isFar(v, values[v])) {
                sites.widen(v);
                far.set(v);
            }
        }
        if (!far.isEmpty()) {
            compute(far);
        }
        return !far.isEmpty();
    }

    private void compute(BitSet changed) {
        for (int i = 0; i < cells.length; i++) {
            Ends one = ends.get(i);
            if (one.of(changed)) {
                boolean users = one.from() < 0;
                if (costs[i] == null) {
                    costs[i] = users ? SitePairCosts.fromUsers(tables, known, one.links())
                            : SitePairCosts.between(tables, known, one.links());
                }
                cells[i] = users ? LinkCostTable.fromUsers(tables, sites, costs[i], one.links(), one.to(), promises)
                        : LinkCostTable.between(tables, sites, costs[i], one.links().get(0), one.from(), one.to(), promises);
            }
        }
        elimination = null;
    }

    /** Releases the cost tables that are needed only for considering more sites. */
    void settled() {
        Arrays.fill(costs, null);
    }

    /** Approximate number of additions per evaluation. */
    double work() {
        double sum = 0;
        for (LinkCostTable link : cells) {
            double pairs = 1;
            for (int variable : link.variables()) {
                pairs *= sites.values(variable);
            }
            sum += pairs * (8 + link.waits().size());
        }
        return 4 * sum;
    }

    /**
     * @param alone cost of each instance alone, by instance and value; @param promises multiplier for the whole limit of each SLO, by
     * request path
     */
    double least(double[][] alone, double[] promises) {
        if (elimination == null) {
            elimination = elimination();
        }
        double[][] given = new double[variables + cells.length][];
        System.arraycopy(alone, 0, given, 0, variables);
        for (int i = 0; i < cells.length; i++) {
            given[variables + i] = cells[i].priced(promises);
        }
        double least = elimination.least(given);
        values = elimination.values();
        return least;
    }

    private BucketElimination elimination() {
        List<int[]> scopes = new ArrayList<>();
        for (int v = 0; v < variables; v++) {
            scopes.add(new int[] {v});
        }
        for (LinkCostTable link : cells) {
            scopes.add(link.variables());
        }
        return new BucketElimination(IntStream.range(0, variables).map(sites::values).toArray(), scopes);
    }

    /** Value of an instance of the cluster in the last {@link #least}. */
    int value(int v) {
        return values[v];
    }

    /** Request paths with hops in the cluster. */
    int[] requestPaths() {
        return requestPaths;
    }

    /** Violation of an SLO in the last {@link #least}, as a fraction of its limit; negative if the SLO is met. */
    double over(int requestPath) {
        double spent = -1;
        for (LinkCostTable link : cells) {
            for (LinkCostTable.Wait wait : link.waits()) {
                spent += wait.requestPath() == requestPath ? wait.parts()[link.cell(values)] : 0;
            }
        }
        return spent;
    }
}
