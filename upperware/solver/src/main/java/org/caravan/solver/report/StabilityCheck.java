package org.caravan.solver.report;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.caravan.plan.DeploymentPlan;
import org.caravan.problem.PlacementProblem;
import org.caravan.solver.build.ProblemCompiler;
import org.caravan.solver.model.CompiledProblem;
import org.caravan.solver.model.PlacedInstance;
import org.caravan.solver.score.Assignment;
import org.caravan.solver.score.IncrementalScore;

/**
 * Stability check of a plan under changed input: whether a neighbour then has a better score. Neighbours differ by one instance on another
 * host, or by all instances of one host on another host.
 */
final class StabilityCheck {

    /**
     * @param gap points by which the best neighbour is worse; negative if it is better; negative infinity if the plan violates a hard
     * constraint; positive infinity if there is no neighbour
     * @param effect text of the resulting change
     */
    record Answer(double gap, String effect) {

        boolean changed() {
            return gap < 0;
        }
    }

    private final DeploymentPlan plan;

    StabilityCheck(DeploymentPlan plan) {
        this.plan = plan;
    }

    /** @param otherwise problem with the same application and hosts */
    Answer under(PlacementProblem otherwise) {
        CompiledProblem tables = ProblemCompiler.of(otherwise);
        Neighbours neighbours = new Neighbours(tables, positions(tables));
        neighbours.tryAll();
        return neighbours.answer();
    }

    private int[] positions(CompiledProblem tables) {
        Map<String, Integer> hosts = new HashMap<>();
        for (int host = 0; host < tables.hosts(); host++) {
            hosts.put(tables.position(host).hostId(), host);
        }
        return tables.instances().stream()
                .mapToInt(instance -> hosts.get(plan.instance(instance.id()).orElseThrow().hostId()))
                .toArray();
    }

    private static final class Neighbours {

        private final CompiledProblem tables;
        private final int[] positions;
        private final IncrementalScore score;
        private final Assignment here;
        private Assignment best;
        private String effect = "";

        Neighbours(CompiledProblem tables, int[] positions) {
            this.tables = tables;
            this.positions = positions;
            this.score = new IncrementalScore(tables);
            score.load(positions);
            this.here = new Assignment(positions, score.hard(), score.soft());
        }

        void tryAll() {
            for (PlacedInstance instance : tables.instances()) {
                for (int position : instance.positions()) {
                    if (position != positions[instance.index()]) {
                        score.place(instance.index(), position);
                        compare(instance + " moves to " + tables.position(position));
                    }
                }
                score.place(instance.index(), positions[instance.index()]);
            }
            Arrays.stream(positions).distinct().forEach(this::tryTogether);
        }

        private void tryTogether(int from) {
            List<PlacedInstance> residents = new ArrayList<>(tables.instances());
            residents.removeIf(instance -> positions[instance.index()] != from);
            for (int to = 0; to < tables.hosts() && residents.size() > 1; to++) {
                int host = to;
                List<PlacedInstance> going = residents.stream()
                        .filter(instance -> host != from && Arrays.binarySearch(instance.positions(), host) >= 0).toList();
                if (going.size() > 1) {
                    going.forEach(instance -> score.place(instance.index(), host));
                    compare(going.size() + " instances move from " + tables.position(from) + " to " + tables.position(to));
                    going.forEach(instance -> score.place(instance.index(), from));
                }
            }
        }

        private void compare(String what) {
            if (best == null || score.hard() < best.hard() || score.hard() == best.hard() && score.soft() < best.soft()) {
                best = new Assignment(positions, score.hard(), score.soft());
                effect = what;
            }
        }

        Answer answer() {
            boolean better = best != null && best.compareTo(here) < 0;
            if (here.hard() > 0) {
                String broken = score.parts().entrySet().stream()
                        .filter(part -> part.getKey().hard() && part.getValue() > 0)
                        .map(part -> part.getKey().broken()).findFirst().orElseThrow();
                return new Answer(Double.NEGATIVE_INFINITY, better && best.whole() ? broken + ", so " + effect : broken);
            }
            return best == null || !best.whole()
                    ? new Answer(Double.POSITIVE_INFINITY, "")
                    : new Answer(best.soft() - here.soft(), effect);
        }
    }
}
