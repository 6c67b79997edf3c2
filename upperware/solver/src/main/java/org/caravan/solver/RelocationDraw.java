package org.caravan.solver;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Draws moves: one tenant, one to its peer, a linked pair, a swap, or the whole application to one site. */
final class RelocationDraw {

    private static final Seat[] NOWHERE = {};

    private final SeatedTenant[] movable;
    /** By tenant: movable tenants it is linked with. */
    private final SeatedTenant[][] peers;
    /** By tenant and site: seats it may take there. */
    private final Seat[][][] seatsAt;
    private final Seat[][] seats;
    private final int sites;

    RelocationDraw(SeatingPlan plan) {
        PlacementTables tables = plan.tables();
        List<SeatedTenant> all = plan.seatedTenants();
        this.sites = tables.siteIds().size();
        this.movable = all.stream()
                .filter(seated -> !seated.isUsers() && seated.tenant().seats().length > 1)
                .toArray(SeatedTenant[]::new);
        int count = tables.tenants().size();
        this.peers = new SeatedTenant[count][];
        this.seats = new Seat[count][];
        this.seatsAt = new Seat[count][sites][];
        for (Tenant tenant : tables.tenants()) {
            peers[tenant.index()] = peers(tables, all, tenant);
            seats[tenant.index()] = seats(tables, tenant, -1);
            for (int site = 0; site < sites; site++) {
                seatsAt[tenant.index()][site] = seats(tables, tenant, site);
            }
        }
    }

    Relocation next(Random random) {
        SeatedTenant one = movable[random.nextInt(movable.length)];
        return switch (random.nextInt(10)) {
            case 0, 1, 2, 3 -> single(one, random);
            case 4, 5 -> toPeer(one, random);
            case 6, 7 -> pair(one, random);
            case 8 -> swap(one, movable[random.nextInt(movable.length)]);
            default -> whole(random.nextInt(sites), random);
        };
    }

    private Relocation single(SeatedTenant one, Random random) {
        return to(one, any(seats[one.index()], random));
    }

    private Relocation toPeer(SeatedTenant one, Random random) {
        SeatedTenant[] linked = peers[one.index()];
        if (linked.length == 0) {
            return single(one, random);
        }
        Seat[] near = seatsAt[one.index()][linked[random.nextInt(linked.length)].seat().site()];
        return near.length == 0 ? single(one, random) : to(one, any(near, random));
    }

    private Relocation pair(SeatedTenant one, Random random) {
        SeatedTenant[] linked = peers[one.index()];
        int site = random.nextInt(sites);
        if (linked.length == 0 || seatsAt[one.index()][site].length == 0) {
            return single(one, random);
        }
        SeatedTenant other = linked[random.nextInt(linked.length)];
        Seat[] near = seatsAt[other.index()][site];
        if (near.length == 0 || other == one) {
            return single(one, random);
        }
        return new Relocation(
                new SeatedTenant[] {one, other},
                new Seat[] {any(seatsAt[one.index()][site], random), any(near, random)});
    }

    private Relocation swap(SeatedTenant one, SeatedTenant other) {
        if (one == other || !may(one, other.seat()) || !may(other, one.seat())) {
            return to(one, one.seat());
        }
        return new Relocation(new SeatedTenant[] {one, other}, new Seat[] {other.seat(), one.seat()});
    }

    private Relocation whole(int site, Random random) {
        Seat[] targets = new Seat[movable.length];
        for (int i = 0; i < movable.length; i++) {
            Seat[] there = seatsAt[movable[i].index()][site];
            targets[i] = there.length == 0 ? movable[i].seat() : any(there, random);
        }
        return new Relocation(movable, targets);
    }

    private boolean may(SeatedTenant seated, Seat seat) {
        for (Seat there : seatsAt[seated.index()][seat.site()]) {
            if (there == seat) {
                return true;
            }
        }
        return false;
    }

    private static Relocation to(SeatedTenant one, Seat seat) {
        return new Relocation(new SeatedTenant[] {one}, new Seat[] {seat});
    }

    private static Seat any(Seat[] seats, Random random) {
        return seats[random.nextInt(seats.length)];
    }

    private static SeatedTenant[] peers(PlacementTables tables, List<SeatedTenant> all, Tenant tenant) {
        List<SeatedTenant> peers = new ArrayList<>();
        for (LinkTable link : tables.linksOf().get(tenant.index())) {
            SeatedTenant peer = all.get(link.from() == tenant.index() ? link.to() : link.from());
            if (!peer.isUsers() && peer.tenant().seats().length > 0 && !peers.contains(peer)) {
                peers.add(peer);
            }
        }
        return peers.toArray(SeatedTenant[]::new);
    }

    /** At one site, or at all for -1. */
    private static Seat[] seats(PlacementTables tables, Tenant tenant, int site) {
        List<Seat> seats = new ArrayList<>();
        for (int index : tenant.seats()) {
            Seat seat = tables.seats().get(index);
            if (site < 0 || seat.site() == site) {
                seats.add(seat);
            }
        }
        return seats.toArray(NOWHERE);
    }
}
