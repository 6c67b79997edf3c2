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
    private static final long EVERY_POSITION = 400_000;

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
        this.every = (long) tables.instances().size() * tables.hosts() <= EVERY_POSITION;
        this.onlyAdded = from.whole() && !tables.utilities().any() && tables.couplings().all().isEmpty();
        this.score = new IncrementalScore(tables);
        this.score.load(from.positions());
        this.near = new CandidateHosts(tables, index, score);
        this.best = from;
    }

    /** @param index of the same tables @param movable by instance; the others keep their hosts */
    static Assignment from(CompiledProblem tables, DomainIndex index, Assignment from, boolean[] movable) {
        return new HillClimbing(tables, index, from, movable).end();
    }

    private Assignment end() {
        List<PlacedInstance> instances = tables.instances();
        int inVain = 0;
        for (int next = 0; inVain < instances.size(); next = (next + 1) % instances.size()) {
            SearchProgress.look();
            inVain = movable[next] && moved(instances.get(next)) ? 0 : inVain + 1;
        }
        return best;
    }

    private boolean moved(PlacedInstance instance) {
        boolean moved = false;
        for (int position : every ? instance.positions() : nearPositions(instance)) {
            score.attempt(instance.index(), position);
            boolean asGood = score.hard() < best.hard() || score.hard() == best.hard() && score.soft() <= best.soft();
            Assignment tried = asGood ? new Assignment(score.positions(), score.hard(), score.soft()) : best;
            if (asGood && better(instance, tried)) {
                best = tried;
                moved = true;
            }
        }
        score.place(instance.index(), best.positions()[instance.index()]);
        return moved;
    }

    private int[] nearPositions(PlacedInstance instance) {
        int position = score.positionOf(instance.index());
        boolean formMatters = instance.formRank(tables.position(position)) > 0;
        long pull = best.pull(tables, instance);
        score.place(instance.index(), Position.NONE);
        long now = best.soft() - score.soft();
        int[] positions = near.all(instance, (site, cents) -> !onlyAdded || cents < now || hasPeer(instance.index(), site)
                || cents == now && (formMatters || pull(instance.index(), site) < pull));
        score.place(instance.index(), position);
        return positions;
    }

    /** Links between instances on the same host can cost less than links between two hosts. */
    private boolean hasPeer(int instance, int site) {
        for (LinkModel link : tables.linksOf()[instance]) {
            if (siteOfPeer(instance, link) == site) {
                return true;
            }
        }
        return false;
    }

    /** See {@link Assignment#pull}. */
    private long pull(int instance, int site) {
        long sum = 0;
        for (LinkModel link : tables.linksOf()[instance]) {
            int peer = siteOfPeer(instance, link);
            int relation = peer < 0 ? tables.ways().ofUsers(link.from() - tables.instances().size(), site)
                    : link.from() == instance ? tables.ways().apart(site, peer) : tables.ways().apart(peer, site);
            sum += link.pull(relation);
        }
        return sum;
    }

    /** Returns -1 if users call. */
    private int siteOfPeer(int instance, LinkModel link) {
        int peer = link.from() == instance ? link.to() : link.from();
        return peer < tables.instances().size() ? tables.position(score.positionOf(peer)).site() : -1;
    }

    private boolean better(PlacedInstance moved, Assignment tried) {
        int order = tried.compareTo(best);
        return order < 0 || order == 0 && tried.preferred(tables, moved, best);
    }
}
