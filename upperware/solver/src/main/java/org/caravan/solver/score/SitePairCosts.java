package org.caravan.solver.score;

import java.util.Arrays;
import java.util.List;
import org.caravan.solver.model.CompiledProblem;
import org.caravan.solver.model.LinkModel;
import org.caravan.solver.model.PathTable;

/**
 * Total cost of links with the same ends, by the sites of both ends. Kept only while more sites are added, because its size is the square
 * of the number of sites.
 */
public final class SitePairCosts {

    private final CompiledProblem tables;
    private final LinkCost known;
    private final List<LinkModel> links;
    /** By calling site, then by called site; by called site only if users call. NaN until first used. */
    private final double[] cents;

    private SitePairCosts(CompiledProblem tables, LinkCost known, List<LinkModel> links, int size) {
        this.tables = tables;
        this.known = known;
        this.links = links;
        this.cents = new double[size];
        Arrays.fill(cents, Double.NaN);
    }

    public static SitePairCosts between(CompiledProblem tables, LinkCost known, List<LinkModel> links) {
        return new SitePairCosts(tables, known, links, tables.sites() * tables.sites());
    }

    public static SitePairCosts fromUsers(CompiledProblem tables, LinkCost known, List<LinkModel> links) {
        return new SitePairCosts(tables, known, links, tables.sites());
    }

    /** @param from -1 if users call */
    double of(int from, int to) {
        int cell = from < 0 ? to : from * tables.sites() + to;
        if (Double.isNaN(cents[cell])) {
            cents[cell] = cents(from, to);
        }
        return cents[cell];
    }

    private double cents(int from, int to) {
        double sum = 0;
        for (LinkModel link : links) {
            int relation = from < 0 ? tables.ways().ofUsers(link.from() - tables.instances().size(), to) : tables.ways().apart(from, to);
            double apart = known.wholeOrNever(link, relation);
            sum += from == to ? Math.min(apart, known.wholeOrNever(link, tables.ways().onOneHost(from))) : apart;
        }
        return sum;
    }

    interface Relation {
        double of(int relation);
    }

    /** Minimum over the relations of two sites: instances at one site can run on one host. @param from -1 if users call */
    static double least(CompiledProblem tables, LinkModel link, int from, int to, Relation cost) {
        PathTable ways = tables.ways();
        if (from < 0) {
            return cost.of(ways.ofUsers(link.from() - tables.instances().size(), to));
        }
        double apart = cost.of(ways.apart(from, to));
        return from == to ? Math.min(apart, cost.of(ways.onOneHost(from))) : apart;
    }
}
