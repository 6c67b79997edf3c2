package org.caravan.solver;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/** Which seats each tenant may take, by site; shared between tenants of one requirement class. */
final class SeatIndex {

    private final int[][][] bySite;

    SeatIndex(PlacementTables tables) {
        this.bySite = new int[tables.tenants().size()][][];
        Map<int[], int[][]> classes = new IdentityHashMap<>();
        for (Tenant tenant : tables.tenants()) {
            bySite[tenant.index()] = classes.computeIfAbsent(tenant.seats(), seats -> split(tables, seats));
        }
    }

    private static int[][] split(PlacementTables tables, int[] seats) {
        List<List<Integer>> lists = new ArrayList<>();
        for (int site = 0; site < tables.sites(); site++) {
            lists.add(new ArrayList<>());
        }
        for (int seat : seats) {
            lists.get(tables.seat(seat).site()).add(seat);
        }
        return lists.stream()
                .map(list -> list.stream().mapToInt(Integer::intValue).toArray())
                .toArray(int[][]::new);
    }

    /** Ascending; maybe empty. */
    int[] at(int tenant, int site) {
        return bySite[tenant][site];
    }

    boolean may(int tenant, Seat seat) {
        return may(tenant, seat.index(), seat.site());
    }

    /** @param site of the host */
    boolean may(int tenant, int host, int site) {
        return Arrays.binarySearch(bySite[tenant][site], host) >= 0;
    }
}
