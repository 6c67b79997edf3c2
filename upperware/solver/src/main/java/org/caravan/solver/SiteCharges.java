package org.caravan.solver;

/** What it costs a cluster while it chooses sites that a tenant has a host at one of them: a share of its opening, a move, and how scarce addresses are there. */
final class SiteCharges {

    /** Penalty that outweighs any link: who may be where the others are is there. */
    static final double APART = 1e9;
    static final double NOWHERE = 10 * APART;
    /** Points. */
    private static final double LITTLE = 1;
    /** Part of what a tenant costs in the mean. */
    private static final double LAST_ADDRESS = 0.05;

    private final PlacementTables tables;
    private final SeatIndex index;
    private final HostGroups groups;
    private final RunningScore score;
    private final SiteHosts hosts;
    private double lastAddress;

    /** @param score how hosts are taken now */
    SiteCharges(PlacementTables tables, SeatIndex index, RunningScore score) {
        this.tables = tables;
        this.index = index;
        this.groups = index.groups();
        this.score = score;
        this.hosts = new SiteHosts(tables, index, score);
    }

    /** Of the host the tenant would have there: its share where it would have to be opened, much where none has room. */
    double charge(Tenant tenant, int site) {
        if (!score.slots().has(site)) {
            return withItsAddress(tenant, site);
        }
        if (hosts.openHasRoom(tenant, site)) {
            return move(tenant, site) + crowd(site);
        }
        double lowest = Double.POSITIVE_INFINITY;
        for (int[] alike : index.kinds(tenant.index(), site)) {
            int host = hosts.closed(alike);
            if (host >= 0 && score.memoryLeft(tenant, host) >= 0) {
                lowest = Math.min(lowest, tables.seat(host).cents() * share(tenant, tables.seat(host)));
            }
        }
        return Math.min(APART / 2, lowest + move(tenant, site) + crowd(site));
    }

    /** Where only the host on which it has its address can have it. */
    private double withItsAddress(Tenant tenant, int site) {
        Seat seat = tenant.now() < 0 ? null : tables.seat(tenant.now());
        if (seat == null || seat.site() != site || tenant.needsSlot(seat) || !index.may(tenant.index(), seat) || score.memoryLeft(tenant, seat.index()) < 0) {
            return APART / 2;
        }
        return (score.isOpen(seat.index()) ? 0 : seat.cents() * share(tenant, seat)) + move(tenant, site) + crowd(site);
    }

    /** What the last address of a site is worth more than one of an empty site, from what all tenants cost now. */
    void priceAddresses() {
        lastAddress = LAST_ADDRESS * score.soft() / tables.tenants().size();
    }

    /** Leaves addresses that are scarce to whom they are worth something: many tenants are as well off at several sites. */
    private double crowd(int site) {
        double taken = score.slots().taken(site);
        return lastAddress * taken * taken * taken;
    }

    /** As {@link #charge}, with nobody on any host. */
    double wish(Tenant tenant, int site) {
        double lowest = APART / 2;
        double crowd = crowd(site);
        for (int group : index.groupsAt(tenant, site)) {
            Seat seat = groups.seat(group);
            if (tenant.memory(seat) <= seat.memoryFree() && tenant.cpu(seat) <= seat.cpuFree()) {
                lowest = Math.min(lowest, seat.cents() * share(tenant, seat) + move(tenant, site) + crowd);
            }
        }
        return lowest;
    }

    /** Where one of these sites is a little better it is not looked at by itself: many tenants are as well off at any. */
    double leastWish(Tenant tenant, int[] at) {
        double least = NOWHERE;
        for (int site : at) {
            least = Math.min(least, wish(tenant, site));
        }
        return least + LITTLE;
    }

    private double move(Tenant tenant, int site) {
        boolean here = tenant.now() >= 0 && tables.seat(tenant.now()).site() == site;
        return tenant.placed() && !here ? tenant.moveCents() : 0;
    }

    private static double share(Tenant tenant, Seat seat) {
        return Math.max(tenant.cpuShare(seat), tenant.memoryShare(seat));
    }
}
