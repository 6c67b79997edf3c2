package org.caravan.solver;

import java.util.Arrays;

/**
 * The few seats worth trying for a tenant while some of its peers sit already: at the sites nearest to them, of each site the
 * host of a peer, the open host that it fills best, and the cheapest that is not open yet.
 */
final class NearSeats {

    private static final long NOWHERE = Long.MAX_VALUE;
    private static final int PER_SITE = 5;

    private final PlacementTables tables;
    private final SeatIndex index;
    private final RunningScore score;
    private final long[] siteCents;
    private final int[] nearest;
    private final int[] seats;
    private int count;

    NearSeats(PlacementTables tables, SeatIndex index, RunningScore score) {
        this.tables = tables;
        this.index = index;
        this.score = score;
        this.siteCents = new long[tables.sites()];
        this.nearest = new int[tables.sites()];
        this.seats = new int[tables.sites() * PER_SITE];
    }

    /** Finds them for a tenant without a seat; of no more than so many sites. */
    void find(Tenant tenant, int sites) {
        count = 0;
        int near = nearest(tenant.index(), sites);
        for (int i = 0; i < near; i++) {
            addAt(tenant, nearest[i]);
        }
    }

    /** Finds those of one site, at which the tenant may be; where none of them has room, those of no more than so many sites that are near. */
    void findAt(Tenant tenant, int site, int sites) {
        count = 0;
        if (!addAt(tenant, site)) {
            find(tenant, sites);
        }
    }

    /** Of all sites, for a tenant that sits; it sits there still afterwards. */
    int[] others(Tenant tenant) {
        int seat = score.seatOf(tenant.index());
        score.place(tenant.index(), RunningScore.NONE);
        find(tenant, tables.sites());
        score.place(tenant.index(), seat);
        return Arrays.copyOf(seats, count);
    }

    int count() {
        return count;
    }

    int seat(int number) {
        return seats[number];
    }

    private int nearest(int tenant, int limit) {
        int found = 0;
        for (int site = 0; site < siteCents.length; site++) {
            siteCents[site] = index.at(tenant, site).length == 0 ? NOWHERE : cents(tenant, site);
            if (siteCents[site] == NOWHERE || found == limit && siteCents[site] >= siteCents[nearest[found - 1]]) {
                continue;
            }
            int at = found < limit ? found++ : found - 1;
            while (at > 0 && siteCents[nearest[at - 1]] > siteCents[site]) {
                nearest[at] = nearest[at - 1];
                at--;
            }
            nearest[at] = site;
        }
        return found;
    }

    /** Of its links to those who sit; {@link #NOWHERE} where a path is missing. */
    private long cents(int tenant, int site) {
        long sum = 0;
        for (LinkTable link : tables.linksOf()[tenant]) {
            int relation = relation(link, tenant, site);
            if (relation >= 0) {
                if (!link.reachable(relation)) {
                    return NOWHERE;
                }
                sum += link.cents(relation);
            }
        }
        return sum + tables.couplings().away(tenant, site, tables, score);
    }

    private int relation(LinkTable link, int tenant, int site) {
        Ways ways = tables.ways();
        int tenants = tables.tenants().size();
        if (link.from() >= tenants) {
            return ways.ofUsers(link.from() - tenants, site);
        }
        int peer = score.seatOf(link.from() == tenant ? link.to() : link.from());
        if (peer == RunningScore.NONE) {
            return -1;
        }
        int peerSite = tables.seat(peer).site();
        return link.from() == tenant ? ways.apart(site, peerSite) : ways.apart(peerSite, site);
    }

    /** @return whether any has room */
    private boolean addAt(Tenant tenant, int site) {
        int fullest = -1;
        int cheapest = -1;
        long least = Long.MAX_VALUE;
        long lowest = Long.MAX_VALUE;
        for (int candidate : index.at(tenant.index(), site)) {
            Seat seat = tables.seat(candidate);
            long left = score.memoryLeft(tenant, seat);
            if (left >= 0 && score.isOpen(candidate) && left < least) {
                least = left;
                fullest = candidate;
            }
            if (left >= 0 && !score.isOpen(candidate) && seat.cents() < lowest) {
                lowest = seat.cents();
                cheapest = candidate;
            }
        }
        addPeers(tenant, site, fullest);
        addCoupled(tenant, site);
        add(fullest);
        add(cheapest);
        if (fullest < 0 && cheapest < 0) {
            add(index.at(tenant.index(), site)[0]);
            return false;
        }
        return score.slots().has(tenant, tables.seat(seats[0]));
    }

    private void addPeers(Tenant tenant, int site, int but) {
        int added = 0;
        for (LinkTable link : tables.linksOf()[tenant.index()]) {
            int peer = link.from() == tenant.index() ? link.to() : link.from();
            int seat = peer < tables.tenants().size() ? score.seatOf(peer) : RunningScore.NONE;
            boolean here = seat != RunningScore.NONE && seat != but && tables.seat(seat).site() == site;
            if (here && added < 2 && index.may(tenant.index(), tables.seat(seat)) && score.memoryLeft(tenant, tables.seat(seat)) >= 0) {
                add(seat);
                added++;
            }
        }
    }

    /** A host of one with whom it is to share it. */
    private void addCoupled(Tenant tenant, int site) {
        for (Coupled coupled : tables.couplings().of(tenant.index())) {
            for (int peer : coupled.one() == tenant.index() ? coupled.others() : new int[] {coupled.one()}) {
                int seat = coupled.together() ? score.seatOf(peer) : RunningScore.NONE;
                if (seat != RunningScore.NONE && tables.seat(seat).site() == site && index.may(tenant.index(), tables.seat(seat))) {
                    add(seat);
                    return;
                }
            }
        }
    }

    private void add(int seat) {
        if (seat >= 0) {
            seats[count++] = seat;
        }
    }

    @Override
    public String toString() {
        return Arrays.toString(Arrays.copyOf(seats, count));
    }
}
