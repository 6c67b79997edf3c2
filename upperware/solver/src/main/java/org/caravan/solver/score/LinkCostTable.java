package org.caravan.solver.score;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.caravan.solver.model.CompiledProblem;
import org.caravan.solver.model.LinkModel;
import org.caravan.solver.model.RequestHop;

/**
 * Cost table of a link, or of all links from users to an instance, by the values of its ends. Includes the latency of each crossing
 * request path. Computed once.
 */
public final class LinkCostTable {

    public static final double NEVER = 1e15;

    /** Latency of one request path by cell, as fractions of its limit. @param requestPath index */
    public record Wait(int requestPath, double[] parts) {}

    private interface Cost {
        /** @param from site, or -1 for the location of the users */
        double of(int from, int to);
    }

    private final ClusterSites sites;
    /** A single variable if the links come from users. */
    private final int[] variables;
    private final double[] cents;
    private final List<Wait> waits = new ArrayList<>();

    private LinkCostTable(CompiledProblem tables, ClusterSites sites, SitePairCosts costs, List<LinkModel> links, int from, int to,
            boolean promises) {
        this.sites = sites;
        this.variables = from < 0 ? new int[] {to} : new int[] {Math.min(from, to), Math.max(from, to)};
        boolean turned = from > to;
        // For an aggregated site, the site that is best for all links together counts, not the best site for each link.
        this.cents = cells(turned, costs::of);
        for (LinkModel link : promises ? links : List.<LinkModel>of()) {
            for (RequestHop hop : tables.hopsOf()[link.index()]) {
                // For replicated components the slowest pair counts; the mean of the pairs is a lower bound.
                // Of calls at the same time, their mean is a lower bound.
                double limit = hop.requestPath().slo().limit().value() * 1_000 * tables.hopsOfLeg()[hop.leg().index()].length
                        / hop.leg().least();
                waits.add(new Wait(hop.requestPath().index(),
                        cells(turned, (a, b) -> SitePairCosts.least(tables, link, a, b, hop::micros) / limit)));
            }
        }
    }

    /**
     * Table between two instances of the cluster. @param from index of a variable; @param to index of a variable; @param promises whether
     * SLOs are included
     */
    public static LinkCostTable between(CompiledProblem tables, ClusterSites sites, SitePairCosts costs, LinkModel link, int from, int to,
            boolean promises) {
        return new LinkCostTable(tables, sites, costs, List.of(link), from, to, promises);
    }

    public static LinkCostTable fromUsers(CompiledProblem tables, ClusterSites sites, SitePairCosts costs, List<LinkModel> links, int to,
            boolean promises) {
        return new LinkCostTable(tables, sites, costs, links, -1, to, promises);
    }

    public int[] variables() {
        return variables;
    }

    public List<Wait> waits() {
        return waits;
    }

    /** Returns the costs including SLO multipliers; read-only. @param promise multiplier for the whole limit, by request path */
    public double[] priced(double[] promise) {
        double[] sum = cents;
        for (Wait wait : waits) {
            double price = promise[wait.requestPath()];
            sum = price > 0 && sum == cents ? cents.clone() : sum;
            for (int cell = 0; price > 0 && cell < sum.length; cell++) {
                sum[cell] += price * wait.parts()[cell];
            }
        }
        return sum;
    }

    public int cell(int[] values) {
        return variables.length == 1 ? values[variables[0]] : values[variables[0]] * sites.values(variables[1]) + values[variables[1]];
    }

    private double[] cells(boolean turned, Cost cost) {
        int first = variables[0];
        if (variables.length == 1) {
            double[] cells = new double[sites.values(first)];
            Arrays.setAll(cells, i -> Arrays.stream(sites.sites(first, i)).mapToDouble(site -> cost.of(-1, site)).min().orElse(NEVER));
            return cells;
        }
        return pairs(turned, cost, sitesOf(first), sitesOf(variables[1]));
    }

    /** Reads the costs row by row in memory order: for a hundred sites they exceed the processor cache. */
    private double[] pairs(boolean turned, Cost cost, int[][] here, int[][] there) {
        double[] cells = new double[here.length * there.length];
        int[][] callers = turned ? there : here;
        int[][] called = turned ? here : there;
        for (int i = 0; i < callers.length; i++) {
            for (int j = 0; j < called.length; j++) {
                boolean bothFar = isFar(turned ? 1 : 0, i) && isFar(turned ? 0 : 1, j);
                cells[turned ? j * there.length + i : i * there.length + j] = bothFar ? 0 : Double.POSITIVE_INFINITY;
            }
            for (int from : callers[i]) {
                for (int j = 0; j < called.length; j++) {
                    int cell = turned ? j * there.length + i : i * there.length + j;
                    for (int k = 0; cells[cell] > 0 && k < called[j].length; k++) {
                        cells[cell] = Math.min(cells[cell], cost.of(from, called[j][k]));
                    }
                }
            }
        }
        return cells;
    }

    private boolean isFar(int end, int value) {
        return sites.isFar(variables[end], value);
    }

    private int[][] sitesOf(int variable) {
        int[][] sitesOf = new int[sites.values(variable)][];
        Arrays.setAll(sitesOf, value -> sites.sites(variable, value));
        return sitesOf;
    }
}
