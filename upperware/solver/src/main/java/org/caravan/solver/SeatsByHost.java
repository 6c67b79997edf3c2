package org.caravan.solver;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.caravan.adapter.InstanceId;

/** Seats of tables by the names that others call their hosts by. */
final class SeatsByHost {

    private final PlacementTables tables;
    private final Map<String, Integer> seatOf = new HashMap<>();

    SeatsByHost(PlacementTables tables) {
        this.tables = tables;
        for (int host = 0; host < tables.hosts(); host++) {
            seatOf.put(tables.seat(host).hostId(), host);
        }
    }

    /**
     * Seats these tenants as they are told.
     *
     * @param seats by tenant; changed
     * @param concerned by tenant
     * @return whether each of them is told a host that it may take; if not, some of them may have been seated
     */
    boolean take(Map<InstanceId, String> hostIds, int[] seats, boolean[] concerned) {
        for (Tenant tenant : tables.tenants()) {
            if (concerned[tenant.index()]) {
                String host = hostIds.get(tenant.instance());
                int seat = host == null ? RunningScore.NONE : seatOf.getOrDefault(host, RunningScore.NONE);
                if (seat == RunningScore.NONE || Arrays.binarySearch(tenant.seats(), seat) < 0) {
                    return false;
                }
                seats[tenant.index()] = seat;
            }
        }
        return true;
    }
}
