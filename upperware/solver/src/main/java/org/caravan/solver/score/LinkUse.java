package org.caravan.solver.score;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.caravan.solver.model.HardWeight;
import org.caravan.solver.model.Journey;
import org.caravan.solver.model.LinkTable;
import org.caravan.solver.model.Part;
import org.caravan.solver.model.PlacementTables;
import org.caravan.solver.model.Seat;
import org.caravan.solver.model.Ways;

/** Incremental relations of links and their contribution to the score, updated as instances are placed and removed. */
final class LinkUse {

    /** Number of values per link in {@link #ends}. */
    private static final int EACH = 2;

    private final PlacementTables tables;
    private final TermsUse terms;
    private final boolean narrow;
    private final LinkCents cents;
    private final int tenants;
    private final Ways ways;
    private final int[] siteOf;
    /** Indices of links by instance. */
    private final int[][] linksOf;
    /** Source and target, by link. */
    private final int[] ends;
    private final int[] relationOf;
    /** By link: current contribution, cached so that it can be subtracted; {@link LinkCents#NO_PATH} if the link has no path. */
    private final long[] centsOf;
    private final JourneyTimes times;
    private final LineUse lines;

    /** @param terms updated with links as well */
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
        Arrays.fill(relationOf, Seat.NONE);
        this.centsOf = new long[relationOf.length];
        this.times = new JourneyTimes(tables, relationOf);
        this.lines = new LineUse(tables);
    }

    /** Cost of a link with a relation, including egress; {@link LinkCents#NO_PATH} if there is no path. */
    long cents(LinkTable link, int relation) {
        return cents.whole(link.index(), relation);
    }

    LinkCents cents() {
        return cents;
    }

    long micros(Journey journey) {
        return times.of(journey);
    }

    /**
     * Updates the links of an instance after it was placed, moved or removed. @param seatOf by instance; @param parts the change is added
     * to these score terms
     */
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
        long now = is == Seat.NONE ? 0 : cents.latency(link, is);
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

    /** See {@link Ways#relation}. */
    private int relation(int link, int[] seatOf) {
        int from = ends[EACH * link];
        int to = seatOf[ends[EACH * link + 1]];
        if (to == Seat.NONE || from < tenants && seatOf[from] == Seat.NONE) {
            return Seat.NONE;
        }
        if (from >= tenants) {
            return ways.ofUsers(from - tenants, siteOf[to]);
        }
        return seatOf[from] == to ? ways.onOneHost(siteOf[to]) : ways.apart(siteOf[seatOf[from]], siteOf[to]);
    }
}
