package org.caravan.solver;

import java.util.Arrays;

/** Which relation each link has while the tenants at its ends come and go, and what that adds to a score. */
final class LinkUse {

    /** Instead of the cents of a link that has no path; no sum has it. */
    static final long NO_PATH = Long.MIN_VALUE;

    private final PlacementTables tables;
    private final TermsUse terms;
    private final int[] relationOf;
    /** By link: what its relation adds now, so that it need not be reckoned once more to be taken away; {@link #NO_PATH} where it has no path. */
    private final long[] centsOf;
    private final RecentValues reckoned;
    /** As of {@link #cents}. */
    private final RecentValues whole;
    private final JourneyTimes times;
    private final LineUse lines;

    /** @param terms are told of links, too */
    LinkUse(PlacementTables tables, TermsUse terms) {
        this.tables = tables;
        this.terms = terms;
        this.relationOf = new int[tables.links().size()];
        Arrays.fill(relationOf, RunningScore.NONE);
        this.centsOf = new long[relationOf.length];
        this.reckoned = new RecentValues(relationOf.length, (link, relation) -> latency(tables.links().get(link), relation));
        this.whole = new RecentValues(relationOf.length, (link, relation) -> whole(tables.links().get(link), relation));
        this.times = new JourneyTimes(tables, relationOf);
        this.lines = new LineUse(tables);
    }

    private static long latency(LinkTable link, int relation) {
        return link.reachable(relation) ? link.latencyCents(relation) : NO_PATH;
    }

    private static long whole(LinkTable link, int relation) {
        return link.reachable(relation) ? link.cents(relation) : NO_PATH;
    }

    /** What a link would cost with a relation, egress and all; {@link #NO_PATH} where it has no path. */
    long cents(LinkTable link, int relation) {
        return whole.of(link.index(), relation);
    }

    long micros(Journey journey) {
        return times.of(journey);
    }

    /** A tenant has another seat than before. @param seatOf by tenant; adds what changes to the parts of a score */
    void seated(int tenant, int[] seatOf, long[] parts) {
        for (LinkTable link : tables.linksOf()[tenant]) {
            int was = relationOf[link.index()];
            int is = relation(link, seatOf);
            if (was != is) {
                relationOf[link.index()] = is;
                relate(link, was, is, parts);
            }
        }
    }

    private void relate(LinkTable link, int was, int is, long[] parts) {
        long cents = is == RunningScore.NONE ? 0 : reckoned.of(link.index(), is);
        charge(centsOf[link.index()], -1, parts);
        charge(cents, 1, parts);
        centsOf[link.index()] = cents;
        terms.related(link, is, parts);
        parts[Part.PROMISES.ordinal()] += times.related(link);
        lines.related(link, was, is, parts);
    }

    private static void charge(long cents, int sign, long[] parts) {
        if (cents == NO_PATH) {
            parts[Part.REACHABLE.ordinal()] += sign * HardWeight.UNREACHABLE;
        } else {
            parts[Part.LATENCY.ordinal()] += sign * cents;
        }
    }

    private int relation(LinkTable link, int[] seatOf) {
        int from = link.from() < seatOf.length ? seatOf[link.from()] : tables.hosts() + link.from() - seatOf.length;
        int to = seatOf[link.to()];
        return from == RunningScore.NONE || to == RunningScore.NONE ? RunningScore.NONE : link.relation(tables.seat(from), tables.seat(to));
    }
}
