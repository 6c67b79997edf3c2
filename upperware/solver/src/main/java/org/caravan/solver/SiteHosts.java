package org.caravan.solver;

import java.util.Arrays;

/**
 * Which hosts of a site a tenant would take as others sit now. Of hundreds of hosts few are open, and of those that are closed most are alike:
 * only the open ones and the first closed one of each kind are looked at.
 */
final class SiteHosts {

    private final PlacementTables tables;
    private final SeatIndex index;
    private final RunningScore score;

    SiteHosts(PlacementTables tables, SeatIndex index, RunningScore score) {
        this.tables = tables;
        this.index = index;
        this.score = score;
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
        for (int[] alike : index.kinds(tenant.index(), site)) {
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

    /** The first of these on which nobody is; -1 where there is none. */
    int closed(int[] alike) {
        for (int host : alike) {
            if (!score.isOpen(host)) {
                return host;
            }
        }
        return -1;
    }

    @Override
    public String toString() {
        return Arrays.toString(tables.siteIds().toArray());
    }
}
