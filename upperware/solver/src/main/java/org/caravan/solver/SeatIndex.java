package org.caravan.solver;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Which seats each tenant may take, by site; shared between tenants of one requirement class. Of one search, which asks in one thread. */
final class SeatIndex {

    private final PlacementTables tables;
    private final int[][][] bySite;
    /** By tenant and site: hosts of each group, cheapest groups first; null where nobody asked yet. */
    private final int[][][][] kinds;
    /** By tenant and site; null where nobody asked yet. */
    private final int[][][] groupsOf;
    /** Made when first asked for: of ten thousand hosts it takes as long as to seat all tenants. */
    private HostGroups groups;

    SeatIndex(PlacementTables tables) {
        this.tables = tables;
        this.bySite = new int[tables.tenants().size()][][];
        this.kinds = new int[bySite.length][][][];
        this.groupsOf = new int[bySite.length][][];
        Map<int[], Integer> firstOf = new IdentityHashMap<>();
        for (Tenant tenant : tables.tenants()) {
            int first = firstOf.computeIfAbsent(tenant.seats(), any -> tenant.index());
            boolean met = first < tenant.index();
            bySite[tenant.index()] = met ? bySite[first] : split(tenant.seats());
            kinds[tenant.index()] = met ? kinds[first] : new int[tables.sites()][][];
        }
    }

    private int[][] split(int[] seats) {
        int[] counts = new int[tables.sites()];
        for (int seat : seats) {
            counts[tables.seat(seat).site()]++;
        }
        int[][] split = new int[counts.length][];
        Arrays.setAll(split, site -> new int[counts[site]]);
        Arrays.fill(counts, 0);
        for (int seat : seats) {
            int site = tables.seat(seat).site();
            split[site][counts[site]++] = seat;
        }
        return split;
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
        return Arrays.binarySearch(at(tenant, site), host) >= 0;
    }

    HostGroups groups() {
        if (groups == null) {
            groups = new HostGroups(tables);
        }
        return groups;
    }

    /** Groups of which the tenant may take a host there. */
    int[] groupsAt(Tenant tenant, int site) {
        int[][] known = groupsOf[tenant.index()];
        if (known == null) {
            known = groups().bySite(tenant);
            groupsOf[tenant.index()] = known;
        }
        return known[site];
    }

    /** Hosts of the site that the tenant may have, those together that no score tells apart; cheap ones first. */
    int[][] kinds(int tenant, int site) {
        int[][][] known = kinds[tenant];
        if (known[site] == null) {
            known[site] = kindsOf(at(tenant, site));
        }
        return known[site];
    }

    private int[][] kindsOf(int[] hosts) {
        Map<Integer, List<Integer>> alike = new LinkedHashMap<>();
        for (int host : hosts) {
            alike.computeIfAbsent(groups().of(host), any -> new ArrayList<>()).add(host);
        }
        return alike.values().stream()
                .sorted(Comparator.comparingLong(kind -> tables.seat(kind.get(0)).cents()))
                .map(kind -> kind.stream().mapToInt(Integer::intValue).toArray())
                .toArray(int[][]::new);
    }
}
