package org.caravan.solver.search;

import java.util.List;
import org.caravan.solver.candidates.NearSeats;
import org.caravan.solver.model.LinkTable;
import org.caravan.solver.model.PlacementTables;
import org.caravan.solver.model.Seat;
import org.caravan.solver.model.SeatIndex;
import org.caravan.solver.model.Tenant;
import org.caravan.solver.score.RunningScore;
import org.caravan.solver.score.Seating;
import org.caravan.solver.score.Watch;

/**
 * Hill climbing: moves one instance at a time while that improves the score, so that no report can name a runner-up better than the plan.
 * In large problems, only near hosts are tried.
 */
final class Downhill {

    /** Instances × hosts up to which every host is tried. */
    private static final long EVERY_SEAT = 400_000;

    private final PlacementTables tables;
    private final boolean[] movable;
    private final boolean every;
    /**
     * Whether every score term can only increase with usage. Then a site is skipped if the links alone would cost at least as much there
     * as the instance costs now.
     */
    private final boolean onlyAdded;
    private final RunningScore score;
    private final NearSeats near;
    private Seating best;

    private Downhill(PlacementTables tables, SeatIndex index, Seating from, boolean[] movable) {
        this.tables = tables;
        this.movable = movable;
        this.every = (long) tables.tenants().size() * tables.hosts() <= EVERY_SEAT;
        this.onlyAdded = from.whole() && !tables.utilities().any() && tables.couplings().all().isEmpty();
        this.score = new RunningScore(tables);
        this.score.load(from.seats());
        this.near = new NearSeats(tables, index, score);
        this.best = from;
    }

    /** @param index of the same tables @param movable by instance; the others keep their hosts */
    static Seating from(PlacementTables tables, SeatIndex index, Seating from, boolean[] movable) {
        return new Downhill(tables, index, from, movable).end();
    }

    private Seating end() {
        List<Tenant> tenants = tables.tenants();
        int inVain = 0;
        for (int next = 0; inVain < tenants.size(); next = (next + 1) % tenants.size()) {
            Watch.look();
            inVain = movable[next] && moved(tenants.get(next)) ? 0 : inVain + 1;
        }
        return best;
    }

    private boolean moved(Tenant tenant) {
        boolean moved = false;
        for (int seat : every ? tenant.seats() : nearSeats(tenant)) {
            score.attempt(tenant.index(), seat);
            boolean asGood = score.hard() < best.hard() || score.hard() == best.hard() && score.soft() <= best.soft();
            Seating tried = asGood ? new Seating(score.seats(), score.hard(), score.soft()) : best;
            if (asGood && better(tenant, tried)) {
                best = tried;
                moved = true;
            }
        }
        score.place(tenant.index(), best.seats()[tenant.index()]);
        return moved;
    }

    private int[] nearSeats(Tenant tenant) {
        int seat = score.seatOf(tenant.index());
        boolean formMatters = tenant.formRank(tables.seat(seat)) > 0;
        long pull = best.pull(tables, tenant);
        score.place(tenant.index(), Seat.NONE);
        long now = best.soft() - score.soft();
        int[] seats = near.all(tenant, (site, cents) -> !onlyAdded || cents < now || hasPeer(tenant.index(), site)
                || cents == now && (formMatters || pull(tenant.index(), site) < pull));
        score.place(tenant.index(), seat);
        return seats;
    }

    /** Links between instances on the same host can cost less than links between two hosts. */
    private boolean hasPeer(int tenant, int site) {
        for (LinkTable link : tables.linksOf()[tenant]) {
            if (siteOfPeer(tenant, link) == site) {
                return true;
            }
        }
        return false;
    }

    /** See {@link Seating#pull}. */
    private long pull(int tenant, int site) {
        long sum = 0;
        for (LinkTable link : tables.linksOf()[tenant]) {
            int peer = siteOfPeer(tenant, link);
            int relation = peer < 0 ? tables.ways().ofUsers(link.from() - tables.tenants().size(), site)
                    : link.from() == tenant ? tables.ways().apart(site, peer) : tables.ways().apart(peer, site);
            sum += link.pull(relation);
        }
        return sum;
    }

    /** Returns -1 if users call. */
    private int siteOfPeer(int tenant, LinkTable link) {
        int peer = link.from() == tenant ? link.to() : link.from();
        return peer < tables.tenants().size() ? tables.seat(score.seatOf(peer)).site() : -1;
    }

    private boolean better(Tenant moved, Seating tried) {
        int order = tried.compareTo(best);
        return order < 0 || order == 0 && tried.preferred(tables, moved, best);
    }
}
