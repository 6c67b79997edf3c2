package org.caravan.solver.cluster;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.caravan.solver.candidates.CandidateHosts;
import org.caravan.solver.model.CompiledProblem;
import org.caravan.solver.model.DomainIndex;
import org.caravan.solver.model.PlacedInstance;
import org.caravan.solver.model.Position;
import org.caravan.solver.score.IncrementalScore;

/** Beam search over the instances of one cluster: extends the best partial assignments by one instance at a time. */
public final class ClusterBeamSearch {

    /** Effort spent on a cluster. @param beam beam width; @param sites number of sites considered for each instance */
    public record Care(int beam, int sites) {

        public static final Care QUICK = new Care(4, 8);
        static final Care CAREFUL = new Care(16, 24);
        static final Care FULL = new Care(48, Integer.MAX_VALUE);
        public static final List<Care> MORE_AND_MORE = List.of(QUICK, CAREFUL, FULL);
    }

    private record Partial(Partial before, int instance, int position, long hard, long soft) implements Comparable<Partial> {

        @Override
        public int compareTo(Partial other) {
            return hard == other.hard ? Long.compare(soft, other.soft) : Long.compare(hard, other.hard);
        }
    }

    private final CompiledProblem tables;
    private final IncrementalScore score;
    private final CandidateHosts near;

    /** @param score assignment that is extended; contains the clusters that are already placed */
    public ClusterBeamSearch(CompiledProblem tables, DomainIndex index, IncrementalScore score) {
        this.tables = tables;
        this.score = score;
        this.near = new CandidateHosts(tables, index, score);
    }

    private interface Look {
        void at(PlacedInstance instance);
    }

    /** Places the unplaced instances of the cluster. */
    public void position(int[] cluster, Care care) {
        int sites = Math.min(care.sites(), tables.sites());
        position(cluster, care.beam(), instance -> near.find(instance, sites));
    }

    /** Places the unplaced instances of the cluster at given sites. @param sites by position in the cluster */
    void position(int[] cluster, int[] sites, int beam) {
        Map<Integer, Integer> siteOf = new HashMap<>();
        for (int v = 0; v < cluster.length; v++) {
            siteOf.put(cluster[v], sites[v]);
        }
        position(cluster, beam, instance -> near.findAt(instance, siteOf.get(instance.index()), Care.QUICK.sites()));
    }

    private void position(int[] cluster, int width, Look look) {
        List<Partial> beam = List.of(new Partial(null, 0, 0, score.hard(), score.soft()));
        for (int instance : cluster) {
            if (score.positionOf(instance) == Position.NONE) {
                beam = longer(beam, tables.instance(instance), width, look);
            }
        }
        place(beam.get(0));
    }

    private List<Partial> longer(List<Partial> beam, PlacedInstance instance, int width, Look look) {
        List<Partial> longer = new ArrayList<>(width + 1);
        for (Partial partial : beam) {
            place(partial);
            look.at(instance);
            for (int i = 0; i < near.count(); i++) {
                add(longer, width, partial, instance.index(), near.position(i));
            }
            if (near.count() == 0) {
                add(longer, width, partial, instance.index(), instance.positions()[0]);
            }
            score.place(instance.index(), Position.NONE);
            unplace(partial);
        }
        return longer;
    }

    /** Among equal partial assignments, the first ones are kept. @param best ascending, at most {@code width} */
    private void add(List<Partial> best, int width, Partial before, int instance, int position) {
        score.attempt(instance, position);
        Partial partial = new Partial(before, instance, position, score.hard(), score.soft());
        int at = best.size();
        while (at > 0 && best.get(at - 1).compareTo(partial) > 0) {
            at--;
        }
        if (at < width) {
            best.add(at, partial);
            if (best.size() > width) {
                best.remove(width);
            }
        }
    }

    private void place(Partial partial) {
        for (Partial at = partial; at.before() != null; at = at.before()) {
            score.place(at.instance(), at.position());
        }
    }

    private void unplace(Partial partial) {
        for (Partial at = partial; at.before() != null; at = at.before()) {
            score.place(at.instance(), Position.NONE);
        }
    }

    public void unassign(int[] cluster) {
        for (int instance : cluster) {
            score.place(instance, Position.NONE);
        }
    }
}
