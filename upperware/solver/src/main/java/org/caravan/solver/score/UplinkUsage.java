package org.caravan.solver.score;

import org.caravan.problem.PathChoice;
import org.caravan.solver.model.CompiledProblem;
import org.caravan.solver.model.LinkModel;
import org.caravan.solver.model.Position;
import org.caravan.solver.model.ScoreTerm;
import org.caravan.solver.model.UplinkCapacities;
import org.caravan.solver.model.UplinkCapacity;

/** Incremental usage of paths and uplinks by links and copies, updated as instances are placed. */
public final class UplinkUsage {

    private final UplinkCapacities lines;
    /** By uplink or path. */
    private final long[] load;
    private final long[] reserved;
    /** By placed instance with a reservation, then by uplink or path: number of its links that use it. */
    private final int[][] ends;

    UplinkUsage(CompiledProblem tables) {
        this.lines = tables.lines();
        this.load = new long[lines.all().size()];
        this.reserved = new long[lines.all().size()];
        this.ends = new int[lines.active() ? tables.instances().size() : 0][];
    }

    /** Usage of a complete assignment. */
    public static UplinkUsage of(CompiledProblem tables, Assignment assignment) {
        UplinkUsage use = new UplinkUsage(tables);
        long[] parts = new long[ScoreTerm.values().length];
        for (LinkModel link : tables.links()) {
            Position from = tables.position(assignment.positionOf(tables, link.from()));
            use.related(link, Position.NONE, link.relation(from, tables.position(assignment.positions()[link.to()])), parts);
        }
        return use;
    }

    /**
     * Updates the usage after the relation of a link has changed; {@link Position#NONE} means none. Adds the change to the score
     * terms.
     */
    void related(LinkModel link, int was, int is, long[] parts) {
        if (lines.concern(link)) {
            count(link, was, -1, parts);
            count(link, is, 1, parts);
        }
    }

    private void count(LinkModel link, int relation, int sign, long[] parts) {
        PathChoice path = relation == Position.NONE ? null : link.path(relation);
        if (path == null) {
            return;
        }
        UplinkCapacity far = lines.line(path, true);
        long bits = lines.bits()[link.index()];
        parts[ScoreTerm.THROUGHPUT.ordinal()] += sign * lines.throughputOver(path, link);
        if (far != null) {
            int line = far.index();
            parts[ScoreTerm.LOADS.ordinal()] -= far.over(load[line]);
            load[line] += sign * bits;
            parts[ScoreTerm.LOADS.ordinal()] += far.over(load[line]);
        }
        use(link.to(), far, sign, parts);
        if (link.from() < ends.length) {
            use(link.from(), lines.line(path, false), sign, parts);
            use(link.to(), lines.path(path), sign, parts);
            use(link.to(), lines.downlink(path), sign, parts);
        }
    }

    private void use(int instance, UplinkCapacity line, int sign, long[] parts) {
        long min = lines.min()[instance];
        if (line == null || min == 0) {
            return;
        }
        if (ends[instance] == null) {
            ends[instance] = new int[load.length];
        }
        int before = ends[instance][line.index()];
        ends[instance][line.index()] += sign;
        if (before == 0 || before + sign == 0) {
            parts[ScoreTerm.UPLINKS.ordinal()] -= line.overReserved(reserved[line.index()]);
            reserved[line.index()] += sign * min;
            parts[ScoreTerm.UPLINKS.ordinal()] += line.overReserved(reserved[line.index()]);
        }
    }

    /** Outgoing traffic of the uplink in bit/s. */
    public long load(UplinkCapacity line) {
        return load[line.index()];
    }

    /** Reservations of the application's copies on the uplink in bit/s. */
    public long reserved(UplinkCapacity line) {
        return reserved[line.index()];
    }

    /** Whether the instance has a reservation on the uplink. */
    public boolean uses(int instance, UplinkCapacity line) {
        return ends[instance] != null && ends[instance][line.index()] > 0;
    }
}
