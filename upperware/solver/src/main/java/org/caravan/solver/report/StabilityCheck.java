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
        Neighbours neighbours = new Neighbours(tables, seats(tables));
        neighbours.tryAll();
        return neighbours.answer();
    }

    private int[] seats(CompiledProblem tables) {
        Map<String, Integer> hosts = new HashMap<>();
        for (int host = 0; host < tables.hosts(); host++) {
            hosts.put(tables.seat(host).hostId(), host);
        }
        return tables.tenants().stream()
                .mapToInt(tenant -> hosts.get(plan.instance(tenant.instance()).orElseThrow().hostId()))
                .toArray();
    }

    private static final class Neighbours {

        private final CompiledProblem tables;
        private final int[] seats;
        private final IncrementalScore score;
        private final Assignment here;
        private Assignment best;
        private String effect = "";

        Neighbours(CompiledProblem tables, int[] seats) {
            this.tables = tables;
            this.seats = seats;
            this.score = new IncrementalScore(tables);
            score.load(seats);
            this.here = new Assignment(seats, score.hard(), score.soft());
        }

        void tryAll() {
            for (PlacedInstance tenant : tables.tenants()) {
                for (int seat : tenant.seats()) {
                    if (seat != seats[tenant.index()]) {
                        score.place(tenant.index(), seat);
                        compare(tenant + " moves to " + tables.seat(seat));
                    }
                }
                score.place(tenant.index(), seats[tenant.index()]);
            }
            Arrays.stream(seats).distinct().forEach(this::tryTogether);
        }

        private void tryTogether(int from) {
            List<PlacedInstance> residents = new ArrayList<>(tables.tenants());
            residents.removeIf(tenant -> seats[tenant.index()] != from);
            for (int to = 0; to < tables.hosts() && residents.size() > 1; to++) {
                int host = to;
                List<PlacedInstance> going = residents.stream()
                        .filter(tenant -> host != from && Arrays.binarySearch(tenant.seats(), host) >= 0).toList();
                if (going.size() > 1) {
                    going.forEach(tenant -> score.place(tenant.index(), host));
                    compare(going.size() + " instances move from " + tables.seat(from) + " to " + tables.seat(to));
                    going.forEach(tenant -> score.place(tenant.index(), from));
                }
            }
        }

        private void compare(String what) {
            if (best == null || score.hard() < best.hard() || score.hard() == best.hard() && score.soft() < best.soft()) {
                best = new Assignment(seats, score.hard(), score.soft());
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
