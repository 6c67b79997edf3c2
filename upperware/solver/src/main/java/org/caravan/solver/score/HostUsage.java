package org.caravan.solver.score;

import org.caravan.solver.model.CompiledProblem;
import org.caravan.solver.model.PenaltyWeights;
import org.caravan.solver.model.PlacedInstance;
import org.caravan.solver.model.Position;
import org.caravan.solver.model.ScoreTerm;

/** Incremental usage counters of hosts, updated as instances are placed and removed. */
final class HostUsage {

    /**
     * Layout of the values of a host. They are adjacent in memory because they are used together; cache misses would cost more than the
     * arithmetic.
     */
    private static final int CPU = 0;
    private static final int MEMORY = 1;
    private static final int INSTANCES = 2;
    private static final int CPU_FREE = 3;
    private static final int MEMORY_FREE = 4;
    private static final int CENTS = 5;
    private static final int PLATFORM = 6;
    private static final int EACH = 8;

    private final long[] hosts;
    private final ResourceUsage terms;

    HostUsage(CompiledProblem tables) {
        this.hosts = new long[EACH * tables.hosts()];
        for (int host = 0; host < tables.hosts(); host++) {
            Position position = tables.position(host);
            hosts[EACH * host + CPU_FREE] = position.cpuFree();
            hosts[EACH * host + MEMORY_FREE] = position.memoryFree();
            hosts[EACH * host + CENTS] = position.cents();
            hosts[EACH * host + PLATFORM] = position.platform();
        }
        this.terms = new ResourceUsage(tables);
    }

    /** @param sign 1 to place, -1 to remove the instance; adds the change to the score terms */
    void count(PlacedInstance instance, Position position, int sign, long[] parts) {
        int at = EACH * position.index();
        terms.add(parts, position, hosts[at + INSTANCES] > 0, -1);
        add(at, -1, parts);
        hosts[at + CPU] += sign * instance.cpu(position);
        hosts[at + MEMORY] += sign * instance.memory(position);
        hosts[at + INSTANCES] += sign;
        terms.count(instance, position, sign, hosts[at + INSTANCES]);
        add(at, 1, parts);
        terms.add(parts, position, hosts[at + INSTANCES] > 0, 1);
        terms.add(parts, instance, position, sign);
    }

    private void add(int at, int sign, long[] parts) {
        parts[ScoreTerm.CPU.ordinal()] += sign * PenaltyWeights.cpuOver(hosts[at + CPU], hosts[at + CPU_FREE]);
        parts[ScoreTerm.MEMORY.ordinal()] += sign * PenaltyWeights.memoryOver(hosts[at + MEMORY], hosts[at + MEMORY_FREE]);
        parts[ScoreTerm.COST.ordinal()] += hosts[at + INSTANCES] > 0 ? sign * hosts[at + CENTS] : 0;
    }

    ResourceUsage terms() {
        return terms;
    }

    long cpu(int host) {
        return hosts[EACH * host + CPU];
    }

    long memory(int host) {
        return hosts[EACH * host + MEMORY];
    }

    boolean isOpen(int host) {
        return hosts[EACH * host + INSTANCES] > 0;
    }

    /** Bytes of memory left on the host after the instance is placed; negative if memory, CPU or disk do not suffice. */
    long memoryLeft(PlacedInstance instance, int host) {
        int at = EACH * host;
        int platform = (int) hosts[at + PLATFORM];
        boolean fits = hosts[at + CPU] + instance.demand().cpu()[platform] <= hosts[at + CPU_FREE] && terms.fits(instance, host);
        return fits ? hosts[at + MEMORY_FREE] - hosts[at + MEMORY] - instance.demand().memory()[platform] : -1;
    }
}
