package org.caravan.solver.score;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.caravan.solver.model.CompiledProblem;
import org.caravan.solver.model.LinkModel;
import org.caravan.solver.model.PathTable;
import org.caravan.solver.model.PenaltyWeights;
import org.caravan.solver.model.Position;
import org.caravan.solver.model.RequestPath;
import org.caravan.solver.model.ScoreTerm;

/** Incremental relations of links and their contribution to the score, updated as instances are placed and removed. */
final class LinkUsage {

    /** Number of values per link in {@link #ends}. */
    private static final int EACH = 2;

    private final CompiledProblem tables;
    private final ResourceUsage terms;
    private final boolean narrow;
    private final LinkCost cents;
    private final int instances;
    private final PathTable ways;
    private final int[] siteOf;
    /** Indices of links by instance. */
    private final int[][] linksOf;
    /** Source and target, by link. */
    private final int[] ends;
    private final int[] relationOf;
    /** By link: current contribution, cached so that it can be subtracted; {@link LinkCost#NO_PATH} if the link has no path. */
    private final long[] centsOf;
    private final RequestLatency times;
    private final UplinkUsage lines;

    /** @param terms updated with links as well */
    LinkUsage(CompiledProblem tables, ResourceUsage terms) {
        this.tables = tables;
        this.terms = terms;
        this.narrow = tables.lines().active();
        this.cents = new LinkCost(tables);
        this.instances = tables.instances().size();
        this.ways = tables.ways();
        this.siteOf = tables.positions().stream().limit(tables.hosts()).mapToInt(Position::site).toArray();
        this.linksOf = Arrays.stream(tables.linksOf()).map(links -> Arrays.stream(links).mapToInt(LinkModel::index).toArray())
                .toArray(int[][]::new);
        this.ends = tables.links().stream().flatMapToInt(link -> IntStream.of(link.from(), link.to())).toArray();
        this.relationOf = new int[tables.links().size()];
        Arrays.fill(relationOf, Position.NONE);
        this.centsOf = new long[relationOf.length];
        this.times = new RequestLatency(tables, relationOf);
        this.lines = new UplinkUsage(tables);
    }

    /** Cost of a link with a relation, including egress; {@link LinkCost#NO_PATH} if there is no path. */
    long cents(LinkModel link, int relation) {
        return cents.whole(link.index(), relation);
    }

    LinkCost cents() {
        return cents;
    }

    long micros(RequestPath requestPath) {
        return times.of(requestPath);
    }

    /**
     * Updates the links of an instance after it was placed, moved or removed. @param positionOf by instance; @param parts the change is
     * added to these score terms
     */
    void seated(int instance, int[] positionOf, long[] parts) {
        parts[ScoreTerm.PROMISES.ordinal()] += times.served(instance, positionOf);
        for (int link : linksOf[instance]) {
            int was = relationOf[link];
            int is = relation(link, positionOf);
            if (was != is) {
                relationOf[link] = is;
                relate(link, was, is, parts);
            }
        }
    }

    private void relate(int link, int was, int is, long[] parts) {
        long now = is == Position.NONE ? 0 : cents.latency(link, is);
        charge(centsOf[link], -1, parts);
        charge(now, 1, parts);
        centsOf[link] = now;
        parts[ScoreTerm.PROMISES.ordinal()] += times.related(link);
        if (terms.mindsLinks()) {
            terms.related(tables.links().get(link), is, parts);
        }
        if (narrow) {
            lines.related(tables.links().get(link), was, is, parts);
        }
    }

    private static void charge(long cents, int sign, long[] parts) {
        if (cents == LinkCost.NO_PATH) {
            parts[ScoreTerm.REACHABLE.ordinal()] += sign * PenaltyWeights.UNREACHABLE;
        } else {
            parts[ScoreTerm.LATENCY.ordinal()] += sign * cents;
        }
    }

    /** See {@link PathTable#relation}. */
    private int relation(int link, int[] positionOf) {
        int from = ends[EACH * link];
        int to = positionOf[ends[EACH * link + 1]];
        if (to == Position.NONE || from < instances && positionOf[from] == Position.NONE) {
            return Position.NONE;
        }
        if (from >= instances) {
            return ways.ofUsers(from - instances, siteOf[to]);
        }
        return positionOf[from] == to ? ways.onOneHost(siteOf[to]) : ways.apart(siteOf[positionOf[from]], siteOf[to]);
    }
}
