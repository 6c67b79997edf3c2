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
    private final Map<String, Integer> positionOf = new HashMap<>();

    public HostIndex(CompiledProblem tables) {
        this.tables = tables;
        for (int host = 0; host < tables.hosts(); host++) {
            positionOf.put(tables.position(host).hostId(), host);
        }
    }

    /**
     * Places the given instances on the given hosts.
     *
     * @param positions by instance; modified
     * @param concerned instances to place, by instance
     * @return whether every instance has a feasible host; if not, some instances may have been placed
     */
    public boolean take(Map<InstanceId, String> hostIds, int[] positions, boolean[] concerned) {
        for (PlacedInstance instance : tables.instances()) {
            if (concerned[instance.index()]) {
                String host = hostIds.get(instance.id());
                int position = host == null ? Position.NONE : positionOf.getOrDefault(host, Position.NONE);
                if (position == Position.NONE || Arrays.binarySearch(instance.positions(), position) < 0) {
                    return false;
                }
                positions[instance.index()] = position;
            }
        }
        return true;
    }
}
