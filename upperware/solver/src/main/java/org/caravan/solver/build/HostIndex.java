package org.caravan.solver.build;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.caravan.adapter.InstanceId;
import org.caravan.solver.model.CompiledProblem;
import org.caravan.solver.model.PlacedInstance;
import org.caravan.solver.model.Position;

/** Looks up hosts of the tables by host id. */
public final class HostIndex {

    private final CompiledProblem tables;
    private final Map<String, Integer> seatOf = new HashMap<>();

    public HostIndex(CompiledProblem tables) {
        this.tables = tables;
        for (int host = 0; host < tables.hosts(); host++) {
            seatOf.put(tables.seat(host).hostId(), host);
        }
    }

    /**
     * Places the given instances on the given hosts.
     *
     * @param seats by instance; modified
     * @param concerned instances to place, by instance
     * @return whether every instance has a feasible host; if not, some instances may have been placed
     */
    public boolean take(Map<InstanceId, String> hostIds, int[] seats, boolean[] concerned) {
        for (PlacedInstance tenant : tables.tenants()) {
            if (concerned[tenant.index()]) {
                String host = hostIds.get(tenant.instance());
                int seat = host == null ? Position.NONE : seatOf.getOrDefault(host, Position.NONE);
                if (seat == Position.NONE || Arrays.binarySearch(tenant.seats(), seat) < 0) {
                    return false;
                }
                seats[tenant.index()] = seat;
            }
        }
        return true;
    }
}
