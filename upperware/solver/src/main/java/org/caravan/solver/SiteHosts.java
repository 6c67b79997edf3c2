package org.caravan.solver;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Which hosts of a site a tenant would take as others sit now. Of hundreds of hosts few are open, and of those that are closed most are alike:
 * only the open ones and the first closed one of each kind are looked at.
 */
final class SiteHosts {

    private final PlacementTables tables;
    private final SeatIndex index;
    private final RunningScore score;
    private final HostGroups groups;
    /** By list of seats, then by site: hosts of each group, cheapest groups first; null where nobody asked yet. */
    private final Map<int[], int[][][]> classes = new IdentityHashMap<>();

    SiteHosts(PlacementTables tables, SeatIndex index, RunningScore score) {
        this.tables = tables;
        this.index = index;
        this.score = score;
        this.groups = new HostGroups(tables);
    }

    /** Whether an open host there has room. */
    boolean openHasRoom(Tenant tenant, int site) {
        for (int i = score.residents().openAt(site) - 1; i >= 0; i--) {
            int host = score.residents().open(site, i);
            if (score.memoryLeft(tenant, host) >= 0 && index.may(tenant.index(), host, site)) {
                return true;
            }
        }
        return false;
    }

    /** The open host that the tenant fills best, the first of such; -1 where none has room. */
    int fullest(Tenant tenant, int site) {
        int fullest = -1;
        long least = Long.MAX_VALUE;
        for (int i = score.residents().openAt(site) - 1; i >= 0; i--) {
            int host = score.residents().open(site, i);
            long left = score.memoryLeft(tenant, host);
            boolean fuller = left >= 0 && (left < least || left == least && host < fullest);
            if (fuller && index.may(tenant.index(), host, site)) {
                least = left;
                fullest = host;
            }
        }
        return fullest;
    }

    /** The cheapest host that would have to be opened, the first of such; -1 where none has room. */
    int cheapest(Tenant tenant, int site) {
        int cheapest = -1;
        for (int[] alike : kinds(tenant, site)) {
            int host = closed(alike);
            if (cheapest >= 0 && tables.seat(alike[0]).cents() > tables.seat(cheapest).cents()) {
                return cheapest;
            }
            if (host >= 0 && (cheapest < 0 || host < cheapest) && score.memoryLeft(tenant, host) >= 0) {
                cheapest = host;
            }
        }
        return cheapest;
    }

    /** Hosts of the site that the tenant may have, those together that no score tells apart; cheap ones first. */
    int[][] kinds(Tenant tenant, int site) {
        int[][][] bySite = classes.computeIfAbsent(tenant.seats(), unused -> new int[tables.sites()][][]);
        if (bySite[site] == null) {
            bySite[site] = kindsAt(tenant, site);
        }
        return bySite[site];
    }

    /** The first of these on which nobody is; -1 where there is none. */
    int closed(int[] alike) {
        for (int host : alike) {
            if (!score.isOpen(host)) {
                return host;
            }
        }
        return -1;
    }

    private int[][] kindsAt(Tenant tenant, int site) {
        Map<Integer, List<Integer>> hosts = new LinkedHashMap<>();
        for (int host : index.at(tenant.index(), site)) {
            hosts.computeIfAbsent(groups.of(host), any -> new ArrayList<>()).add(host);
        }
        return hosts.values().stream()
                .sorted(Comparator.comparingLong(alike -> tables.seat(alike.get(0)).cents()))
                .map(alike -> alike.stream().mapToInt(Integer::intValue).toArray())
                .toArray(int[][]::new);
    }

    @Override
    public String toString() {
        return Arrays.toString(tables.siteIds().toArray());
    }
}
