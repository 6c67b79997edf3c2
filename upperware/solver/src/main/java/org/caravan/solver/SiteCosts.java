package org.caravan.solver;

import java.util.Arrays;
import java.util.List;

/** What links with the same ends cost together, by the sites of both. Kept while more and more sites are looked at, no longer: it is the sites squared. */
final class SiteCosts {

    private final int sites;
    /** By site of the caller, then of the called; of the called alone where users call. */
    private final double[] cents;

    private SiteCosts(int sites, double[] cents) {
        this.sites = sites;
        this.cents = cents;
    }

    static SiteCosts between(PlacementTables tables, List<LinkTable> links) {
        int sites = tables.sites();
        double[] cents = new double[sites * sites];
        Arrays.setAll(cents, pair -> cents(tables, links, pair / sites, pair % sites));
        return new SiteCosts(sites, cents);
    }

    static SiteCosts fromUsers(PlacementTables tables, List<LinkTable> links) {
        double[] cents = new double[tables.sites()];
        Arrays.setAll(cents, site -> cents(tables, links, -1, site));
        return new SiteCosts(tables.sites(), cents);
    }

    /** @param from -1 where users call */
    double of(int from, int to) {
        return cents[from < 0 ? to : from * sites + to];
    }

    private static double cents(PlacementTables tables, List<LinkTable> links, int from, int to) {
        double sum = 0;
        for (LinkTable link : links) {
            sum += least(tables, link, from, to, relation -> link.reachable(relation) ? link.cents(relation) : LinkCells.NEVER);
        }
        return sum;
    }

    interface Relation {
        double of(int relation);
    }

    /** Two tenants of one site may be on one host. @param from -1 where users call */
    static double least(PlacementTables tables, LinkTable link, int from, int to, Relation cost) {
        Ways ways = tables.ways();
        if (from < 0) {
            return cost.of(ways.ofUsers(link.from() - tables.tenants().size(), to));
        }
        double apart = cost.of(ways.apart(from, to));
        return from == to ? Math.min(apart, cost.of(ways.onOneHost(from))) : apart;
    }
}
