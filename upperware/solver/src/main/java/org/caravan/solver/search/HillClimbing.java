package org.caravan.solver.search;

import java.util.List;
import org.caravan.solver.candidates.CandidateHosts;
import org.caravan.solver.model.CompiledProblem;
import org.caravan.solver.model.DomainIndex;
import org.caravan.solver.model.LinkModel;
import org.caravan.solver.model.PlacedInstance;
import org.caravan.solver.model.Position;
import org.caravan.solver.score.Assignment;
import org.caravan.solver.score.IncrementalScore;
import org.caravan.solver.score.SearchProgress;

/**
 * Hill climbing: moves one instance at a time while that improves the score, so that no report can name a runner-up better than the plan.
 * In large problems, only near hosts are tried.
 */
final class HillClimbing {

    /** Instances × hosts up to which every host is tried. */
    private static final long EVERY_SEAT = 400_000;

    private final CompiledProblem tables;
    private final boolean[] movable;
    private final boolean every;
    /**
     * Whether every score term can only increase with usage. Then a site is skipped if the links alone would cost at least as much there
     * as the instance costs now.
     */
    private final boolean onlyAdded;
    private final IncrementalScore score;
    private final CandidateHosts near;
    private Assignment best;

    private HillClimbing(CompiledProblem tables, DomainIndex index, Assignment from, boolean[] movable) {
        this.tables = tables;
        this.movable = movable;
        this.every = (long) tables.tenants().size() * tables.hosts() <= EVERY_SEAT;
        this.onlyAdded = from.whole() && !tables.utilities().any() && tables.couplings().all().isEmpty();
        this.score = new IncrementalScore(tables);
        this.score.load(from.seats());
        this.near = new CandidateHosts(tables, index, score);
        this.best = from;
    }

    /** @param index of the same tables @param movable by instance; the others keep their hosts */
    static Assignment from(CompiledProblem tables, DomainIndex index, Assignment from, boolean[] movable) {
        return new HillClimbing(tables, index, from, movable).end();
    }

    private Assignment end() {
        List<PlacedInstance> tenants = tables.tenants();
        int inVain = 0;
        for (int next = 0; inVain < tenants.size(); next = (next + 1) % tenants.size()) {
            SearchProgress.look();
            inVain = movable[next] && moved(tenants.get(next)) ? 0 : inVain + 1;
        }
        return best;
    }

    private boolean moved(PlacedInstance tenant) {
        boolean moved = false;
        for (int seat : every ? tenant.seats() : nearSeats(tenant)) {
            score.attempt(tenant.index(), seat);
            boolean asGood = score.hard() < best.hard() || score.hard() == best.hard() && score.soft() <= best.soft();
            Assignment tried = asGood ? new Assignment(score.seats(), score.hard(), score.soft()) : best;
            if (asGood && better(tenant, tried)) {
                best = tried;
                moved = true;
            }
        }
        score.place(tenant.index(), best.seats()[tenant.index()]);
        return moved;
    }

    private int[] nearSeats(PlacedInstance tenant) {
        int seat = score.seatOf(tenant.index());
        boolean formMatters = tenant.formRank(tables.seat(seat)) > 0;
        long pull = best.pull(tables, tenant);
        score.place(tenant.index(), Position.NONE);
        long now = best.soft() - score.soft();
        int[] seats = near.all(tenant, (site, cents) -> !onlyAdded || cents < now || hasPeer(tenant.index(), site)
                || cents == now && (formMatters || pull(tenant.index(), site) < pull));
        score.place(tenant.index(), seat);
        return seats;
    }

    /** Links between instances on the same host can cost less than links between two hosts. */
    private boolean hasPeer(int tenant, int site) {
        for (LinkModel link : tables.linksOf()[tenant]) {
            if (siteOfPeer(tenant, link) == site) {
                return true;
            }
        }
        return false;
    }

    /** See {@link Assignment#pull}. */
    private long pull(int tenant, int site) {
        long sum = 0;
        for (LinkModel link : tables.linksOf()[tenant]) {
            int peer = siteOfPeer(tenant, link);
            int relation = peer < 0 ? tables.ways().ofUsers(link.from() - tables.tenants().size(), site)
                    : link.from() == tenant ? tables.ways().apart(site, peer) : tables.ways().apart(peer, site);
            sum += link.pull(relation);
        }
        return sum;
    }

    /** Returns -1 if users call. */
    private int siteOfPeer(int tenant, LinkModel link) {
        int peer = link.from() == tenant ? link.to() : link.from();
        return peer < tables.tenants().size() ? tables.seat(score.seatOf(peer)).site() : -1;
    }

    private boolean better(PlacedInstance moved, Assignment tried) {
        int order = tried.compareTo(best);
        return order < 0 || order == 0 && tried.preferred(tables, moved, best);
    }
}
