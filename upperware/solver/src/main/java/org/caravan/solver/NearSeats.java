package org.caravan.solver;

import java.util.Arrays;

/**
 * The few seats worth trying for a tenant while some of its peers sit already: at the sites nearest to them, of each site the
 * host of a peer, the open host that it fills best, and the cheapest that is not open yet.
 */
final class NearSeats {

    /** Dearer than every site that can be reached. */
    private static final long OUT_OF_REACH = Long.MAX_VALUE;
    private static final int PER_SITE = 5;

    /** Which sites are worth a try. */
    interface Worth {
        /** @param cents what links to users and to those who sit cost there, at no peer's host */
        boolean trying(int site, long cents);
    }

    private final PlacementTables tables;
    private final SeatIndex index;
    private final RunningScore score;
    private final SiteHosts hosts;
    private final long[] siteCents;
    /** What one tenant's links from users cost by site: the same wherever its peers are. */
    private final long[] fromUsers;
    private int usersOf = RunningScore.NONE;
    private final int[] nearest;
    private final int[] seats;
    private int count;

    NearSeats(PlacementTables tables, SeatIndex index, RunningScore score) {
        this.tables = tables;
        this.index = index;
        this.score = score;
        this.hosts = new SiteHosts(tables, index, score);
        this.siteCents = new long[tables.sites()];
        this.fromUsers = new long[tables.sites()];
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

    /** Of a tenant without a seat: of all sites that are worth it. */
    int[] all(Tenant tenant, Worth worth) {
        count = 0;
        int reached = nearest(tenant.index(), tables.sites());
        for (int i = 0; i < reached; i++) {
            if (worth.trying(nearest[i], siteCents[nearest[i]])) {
                addAt(tenant, nearest[i]);
            }
        }
        return Arrays.copyOf(seats, count);
    }

    int count() {
        return count;
    }

    int seat(int number) {
        return seats[number];
    }

    private int nearest(int tenant, int limit) {
        reckon(tenant);
        int found = 0;
        for (int site = 0; site < siteCents.length; site++) {
            if (siteCents[site] == OUT_OF_REACH || found == limit && siteCents[site] >= siteCents[nearest[found - 1]]) {
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

    /** By site, what links to users and to those who sit cost there; {@link #OUT_OF_REACH} where it may not be or a path is missing. */
    private void reckon(int tenant) {
        reckonFromUsers(tenant);
        for (int site = 0; site < siteCents.length; site++) {
            siteCents[site] = index.at(tenant, site).length == 0 ? OUT_OF_REACH : fromUsers[site];
        }
        for (LinkTable link : tables.linksOf()[tenant]) {
            boolean calls = link.from() == tenant;
            int peer = link.from() >= tables.tenants().size() ? RunningScore.NONE : score.seatOf(calls ? link.to() : link.from());
            if (peer != RunningScore.NONE) {
                plus(link, calls, tables.seat(peer).site());
            }
        }
        boolean coupled = tables.couplings().of(tenant).length > 0;
        for (int site = 0; coupled && site < siteCents.length; site++) {
            siteCents[site] += siteCents[site] == OUT_OF_REACH ? 0 : tables.couplings().away(tenant, site, tables, score);
        }
    }

    private void plus(LinkTable link, boolean calls, int peerSite) {
        Ways ways = tables.ways();
        for (int site = 0; site < siteCents.length; site++) {
            if (siteCents[site] != OUT_OF_REACH) {
                long cents = score.cents(link, calls ? ways.apart(site, peerSite) : ways.apart(peerSite, site));
                siteCents[site] = cents == LinkCents.NO_PATH ? OUT_OF_REACH : siteCents[site] + cents;
            }
        }
    }

    private void reckonFromUsers(int tenant) {
        if (usersOf == tenant) {
            return;
        }
        usersOf = tenant;
        int tenants = tables.tenants().size();
        Arrays.fill(fromUsers, 0);
        for (LinkTable link : tables.linksOf()[tenant]) {
            for (int site = 0; link.from() >= tenants && site < fromUsers.length; site++) {
                int relation = tables.ways().ofUsers(link.from() - tenants, site);
                boolean known = fromUsers[site] != OUT_OF_REACH && link.reachable(relation);
                fromUsers[site] = known ? fromUsers[site] + link.cents(relation) : OUT_OF_REACH;
            }
        }
    }

    /** @return whether any has room */
    private boolean addAt(Tenant tenant, int site) {
        int fullest = hosts.fullest(tenant, site);
        int cheapest = hosts.cheapest(tenant, site);
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
            if (here && added < 2 && index.may(tenant.index(), seat, site) && score.memoryLeft(tenant, seat) >= 0) {
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
