package org.caravan.solver;

import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import org.caravan.measure.PathId;
import org.caravan.plan.Certificate;
import org.caravan.plan.DeploymentPlan;
import org.caravan.plan.PathLoad;
import org.caravan.plan.PlanReport;
import org.caravan.plan.PlannedReplicas;
import org.caravan.plan.planner.PlanningOutcome;
import org.caravan.plan.planner.PlanningOutcome.Planned;
import org.caravan.problem.LineDelay;
import org.caravan.problem.LineDelays;
import org.caravan.problem.PlacementProblem;

/**
 * Plans with the delays that the application's own traffic causes. They depend on the plan, so planning repeats with the delays of each
 * plan found, until a plan causes no others. A delay once found stays for its path: a plan that causes no other delay is then the best of
 * all plans found, each at least at its own delays; after the last round this is not checked. A problem whose plan causes no delay is
 * planned once, as without this class.
 */
final class OwnTraffic {

    /** Each round adds paths that carry too much; a problem has few ways around a slow line. */
    private static final int ROUNDS = 4;
    /** Delays that differ less are equal. */
    private static final double SAME_MILLIS = 1;

    private OwnTraffic() {}

    /**
     * @param found outcome of the problem without delays by own traffic
     * @param planner plans a problem with delays
     */
    static PlanningOutcome in(PlacementProblem problem, PlanningOutcome found, Function<PlacementProblem, PlanningOutcome> planner) {
        if (!(found instanceof Planned first) || !LineDelays.known(problem.network())) {
            return found;
        }
        Planned best = first;
        TreeMap<PathId, LineDelay> known = new TreeMap<>();
        for (int round = 0; round < ROUNDS; round++) {
            SortedMap<PathId, LineDelay> own = delays(problem, best.plan());
            if (own.entrySet().stream().noneMatch(one -> longer(one.getValue(), known.get(one.getKey())))) {
                break;
            }
            own.forEach((path, delay) -> known.merge(path, delay, (one, other) -> longer(other, one) ? other : one));
            PlacementProblem slower = problem.withUplinks(problem.uplinks().delaying(known));
            if (!(planner.apply(slower) instanceof Planned next)
                    || next.report().leftOut().isPresent() && first.report().leftOut().isEmpty()) {
                return noted(first, List.of("Under its own traffic, no placement was found that keeps every promise: the plan does not "
                        + "count it. Maybe use a path with a higher rate, or fewer or smaller messages."));
            }
            best = next;
        }
        return best == first ? first : noted(bounded(first, best), notes(problem, first.plan(), best.plan()));
    }

    private static SortedMap<PathId, LineDelay> delays(PlacementProblem problem, DeploymentPlan plan) {
        return PathLoad.under(PlannedReplicas.in(problem, plan), plan).uplinks().delays();
    }

    private static boolean longer(LineDelay delay, LineDelay known) {
        return known == null || delay.mean().value() > known.mean().value() + SAME_MILLIS;
    }

    /** Delays only add time, so the bound without them holds with them; a bound at assumed delays would not. */
    private static Planned bounded(Planned first, Planned best) {
        Certificate idle = first.report().certificate();
        Certificate loaded = best.report().certificate();
        PlanReport report = best.report();
        return new Planned(best.plan(), report.with(new Certificate(loaded.points(), Math.min(loaded.points(), idle.bound()))
                .covering(idle.scope()), List.of()));
    }

    private static List<String> notes(PlacementProblem problem, DeploymentPlan first, DeploymentPlan best) {
        List<String> notes = new ArrayList<>();
        SortedMap<PathId, LineDelay> now = delays(problem, best);
        now.forEach((path, delay) -> notes.add("Own traffic slows down " + path + ": " + delay.words() + ", " + delay.mean()
                + " in addition to each round trip."));
        delays(problem, first).forEach((path, delay) -> {
            if (!now.containsKey(path)) {
                notes.add("Own traffic would slow down " + path + " (" + delay.words() + ", " + delay.mean()
                        + " in addition to each round trip): the plan avoids it.");
            }
        });
        return notes;
    }

    private static Planned noted(Planned planned, List<String> notes) {
        return new Planned(planned.plan(), planned.report().with(planned.report().certificate(), notes));
    }
}
