package org.caravan.solver;

import java.util.Arrays;
import java.util.stream.IntStream;

/** Which relation each link has while the tenants at its ends come and go, and what that adds to a score. */
final class LinkUse {

    /** Places of a link among {@link #ends}. */
    private static final int EACH = 2;

    private final PlacementTables tables;
    private final TermsUse terms;
    private final boolean narrow;
    private final LinkCents cents;
    private final int tenants;
    private final Ways ways;
    private final int[] siteOf;
    /** By tenant: indices of its links. */
    private final int[][] linksOf;
    /** From and to, by link. */
    private final int[] ends;
    private final int[] relationOf;
    /** By link: what its relation adds now, so that it need not be reckoned once more to be taken away; {@link LinkCents#NO_PATH} where it has no path. */
    private final long[] centsOf;
    private final JourneyTimes times;
    private final LineUse lines;

    /** @param terms are told of links, too */
    LinkUse(PlacementTables tables, TermsUse terms) {
        this.tables = tables;
        this.terms = terms;
        this.narrow = tables.lines().active();
        this.cents = new LinkCents(tables);
        this.tenants = tables.tenants().size();
        this.ways = tables.ways();
        this.siteOf = tables.seats().stream().limit(tables.hosts()).mapToInt(Seat::site).toArray();
        this.linksOf = Arrays.stream(tables.linksOf()).map(links -> Arrays.stream(links).mapToInt(LinkTable::index).toArray()).toArray(int[][]::new);
        this.ends = tables.links().stream().flatMapToInt(link -> IntStream.of(link.from(), link.to())).toArray();
        this.relationOf = new int[tables.links().size()];
        Arrays.fill(relationOf, RunningScore.NONE);
        this.centsOf = new long[relationOf.length];
        this.times = new JourneyTimes(tables, relationOf);
        this.lines = new LineUse(tables);
    }

    /** What a link would cost with a relation, egress and all; {@link LinkCents#NO_PATH} where it has no path. */
    long cents(LinkTable link, int relation) {
        return cents.whole(link.index(), relation);
    }

    LinkCents cents() {
        return cents;
    }

    long micros(Journey journey) {
        return times.of(journey);
    }

    /** A tenant has another seat than before. @param seatOf by tenant; adds what changes to the parts of a score */
    void seated(int tenant, int[] seatOf, long[] parts) {
        for (int link : linksOf[tenant]) {
            int was = relationOf[link];
            int is = relation(link, seatOf);
            if (was != is) {
                relationOf[link] = is;
                relate(link, was, is, parts);
            }
        }
    }

    private void relate(int link, int was, int is, long[] parts) {
        long now = is == RunningScore.NONE ? 0 : cents.latency(link, is);
        charge(centsOf[link], -1, parts);
        charge(now, 1, parts);
        centsOf[link] = now;
        parts[Part.PROMISES.ordinal()] += times.related(link);
        if (terms.mindsLinks()) {
            terms.related(tables.links().get(link), is, parts);
        }
        if (narrow) {
            lines.related(tables.links().get(link), was, is, parts);
        }
    }

    private static void charge(long cents, int sign, long[] parts) {
        if (cents == LinkCents.NO_PATH) {
            parts[Part.REACHABLE.ordinal()] += sign * HardWeight.UNREACHABLE;
        } else {
            parts[Part.LATENCY.ordinal()] += sign * cents;
        }
    }

    /** As of {@link Ways#relation}. */
    private int relation(int link, int[] seatOf) {
        int from = ends[EACH * link];
        int to = seatOf[ends[EACH * link + 1]];
        if (to == RunningScore.NONE || from < tenants && seatOf[from] == RunningScore.NONE) {
            return RunningScore.NONE;
        }
        if (from >= tenants) {
            return ways.ofUsers(from - tenants, siteOf[to]);
        }
        return seatOf[from] == to ? ways.onOneHost(siteOf[to]) : ways.apart(siteOf[seatOf[from]], siteOf[to]);
    }
}
