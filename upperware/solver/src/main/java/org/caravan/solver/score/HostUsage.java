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
    private static final int TENANTS = 2;
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
            Position seat = tables.seat(host);
            hosts[EACH * host + CPU_FREE] = seat.cpuFree();
            hosts[EACH * host + MEMORY_FREE] = seat.memoryFree();
            hosts[EACH * host + CENTS] = seat.cents();
            hosts[EACH * host + PLATFORM] = seat.platform();
        }
        this.terms = new ResourceUsage(tables);
    }

    /** @param sign 1 to place, -1 to remove the instance; adds the change to the score terms */
    void count(PlacedInstance tenant, Position seat, int sign, long[] parts) {
        int at = EACH * seat.index();
        terms.add(parts, seat, hosts[at + TENANTS] > 0, -1);
        add(at, -1, parts);
        hosts[at + CPU] += sign * tenant.cpu(seat);
        hosts[at + MEMORY] += sign * tenant.memory(seat);
        hosts[at + TENANTS] += sign;
        terms.count(tenant, seat, sign, hosts[at + TENANTS]);
        add(at, 1, parts);
        terms.add(parts, seat, hosts[at + TENANTS] > 0, 1);
        terms.add(parts, tenant, seat, sign);
    }

    private void add(int at, int sign, long[] parts) {
        parts[ScoreTerm.CPU.ordinal()] += sign * PenaltyWeights.cpuOver(hosts[at + CPU], hosts[at + CPU_FREE]);
        parts[ScoreTerm.MEMORY.ordinal()] += sign * PenaltyWeights.memoryOver(hosts[at + MEMORY], hosts[at + MEMORY_FREE]);
        parts[ScoreTerm.COST.ordinal()] += hosts[at + TENANTS] > 0 ? sign * hosts[at + CENTS] : 0;
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
        return hosts[EACH * host + TENANTS] > 0;
    }

    /** Bytes of memory left on the host after the instance is placed; negative if memory, CPU or disk do not suffice. */
    long memoryLeft(PlacedInstance tenant, int host) {
        int at = EACH * host;
        int platform = (int) hosts[at + PLATFORM];
        boolean fits = hosts[at + CPU] + tenant.demand().cpu()[platform] <= hosts[at + CPU_FREE] && terms.fits(tenant, host);
        return fits ? hosts[at + MEMORY_FREE] - hosts[at + MEMORY] - tenant.demand().memory()[platform] : -1;
    }
}
