package org.caravan.solver;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/** What tenants of a cluster cost by their sites, beside what each costs alone; and the sites that cost least together. */
final class ClusterLinks {

    private final PlacementTables tables;
    private final ClusterSites sites;
    private final List<LinkTable> links = new ArrayList<>();
    private final Map<Integer, Integer> variableOf = new HashMap<>();
    private final List<LinkCells> cells = new ArrayList<>();
    private final boolean promises;
    private final int[] journeys;
    private int[] order;
    private int[] values;

    /** @param promises whether they have prices: not for who looks for a good placement rather than for a bound */
    ClusterLinks(PlacementTables tables, ClusterSites sites, int[] cluster, boolean promises) {
        this.promises = promises;
        this.tables = tables;
        this.sites = sites;
        TreeSet<Integer> promised = new TreeSet<>();
        for (int v = 0; v < cluster.length; v++) {
            variableOf.put(cluster[v], v);
            for (LinkTable link : tables.linksOf()[cluster[v]]) {
                if (link.to() == cluster[v]) {
                    links.add(link);
                    for (JourneyHop hop : tables.hopsOf()[link.index()]) {
                        promised.add(hop.journey().index());
                    }
                }
            }
        }
        this.journeys = promised.stream().mapToInt(Integer::intValue).toArray();
        reckon();
    }

    /** To be called when sites have changed. */
    void reckon() {
        cells.clear();
        Map<Integer, List<LinkTable>> fromUsers = new TreeMap<>();
        for (LinkTable link : links) {
            int to = variableOf.get(link.to());
            if (link.from() < tables.tenants().size()) {
                cells.add(LinkCells.between(tables, sites, link, variableOf.get(link.from()), to, promises));
            } else {
                fromUsers.computeIfAbsent(to, any -> new ArrayList<>()).add(link);
            }
        }
        fromUsers.forEach((to, entering) -> cells.add(LinkCells.fromUsers(tables, sites, entering, to, promises)));
        order = null;
    }

    /** About how many additions one look takes. */
    double work() {
        double sum = 0;
        for (LinkCells link : cells) {
            double pairs = 1;
            for (int variable : link.variables()) {
                pairs *= sites.values(variable);
            }
            sum += pairs * (8 + link.waits().size());
        }
        return 4 * sum;
    }

    /** @param alone what each tenant costs by itself, by its values; @param promises price of each promise's whole limit, by journey */
    double least(double[][] alone, double[] promises) {
        Elimination elimination = new Elimination(Arrays.stream(alone).mapToInt(costs -> costs.length).toArray(), order);
        for (int v = 0; v < alone.length; v++) {
            elimination.add(new Elimination.Factor(new int[] {v}, alone[v]));
        }
        for (LinkCells link : cells) {
            elimination.add(new Elimination.Factor(link.variables(), link.priced(promises)));
        }
        double least = elimination.least();
        order = elimination.order();
        values = elimination.values();
        return least;
    }

    /** By tenant of the cluster, at the last {@link #least}. */
    int value(int v) {
        return values[v];
    }

    /** That hops of the cluster belong to. */
    int[] journeys() {
        return journeys;
    }

    /** By which part of its limit a promise was missed at the last {@link #least}; negative where it was kept. */
    double over(int journey) {
        double spent = -1;
        for (LinkCells link : cells) {
            for (LinkCells.Wait wait : link.waits()) {
                spent += wait.journey() == journey ? wait.parts()[link.cell(values)] : 0;
            }
        }
        return spent;
    }
}
