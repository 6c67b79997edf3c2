package org.caravan.solver.score;

import java.util.Arrays;
import java.util.List;
import org.caravan.solver.model.LinkTable;
import org.caravan.solver.model.PlacementTables;
import org.caravan.solver.model.Ways;

/**
 * Total cost of links with the same ends, by the sites of both ends. Kept only while more sites are added, because its size is the square
 * of the number of sites.
 */
public final class SiteCosts {

    private final PlacementTables tables;
    private final LinkCents known;
    private final List<LinkTable> links;
    /** By calling site, then by called site; by called site only if users call. NaN until first used. */
    private final double[] cents;

    private SiteCosts(PlacementTables tables, LinkCents known, List<LinkTable> links, int size) {
        this.tables = tables;
        this.known = known;
        this.links = links;
        this.cents = new double[size];
        Arrays.fill(cents, Double.NaN);
    }

    public static SiteCosts between(PlacementTables tables, LinkCents known, List<LinkTable> links) {
        return new SiteCosts(tables, known, links, tables.sites() * tables.sites());
    }

    public static SiteCosts fromUsers(PlacementTables tables, LinkCents known, List<LinkTable> links) {
        return new SiteCosts(tables, known, links, tables.sites());
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
        for (LinkTable link : links) {
            int relation = from < 0 ? tables.ways().ofUsers(link.from() - tables.tenants().size(), to) : tables.ways().apart(from, to);
            double apart = known.wholeOrNever(link, relation);
            sum += from == to ? Math.min(apart, known.wholeOrNever(link, tables.ways().onOneHost(from))) : apart;
        }
        return sum;
    }

    interface Relation {
        double of(int relation);
    }

    /** Minimum over the relations of two sites: instances at one site can run on one host. @param from -1 if users call */
    static double least(PlacementTables tables, LinkTable link, int from, int to, Relation cost) {
        Ways ways = tables.ways();
        if (from < 0) {
            return cost.of(ways.ofUsers(link.from() - tables.tenants().size(), to));
        }
        double apart = cost.of(ways.apart(from, to));
        return from == to ? Math.min(apart, cost.of(ways.onOneHost(from))) : apart;
    }
}
