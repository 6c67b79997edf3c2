package org.caravan.solver;

import java.util.Arrays;
import java.util.Optional;
import org.caravan.problem.PlacementProblem;
import org.caravan.solver.build.PreparedProblem;
import org.caravan.solver.model.PlacedInstance;
import org.caravan.solver.score.Assignment;

/**
 * Hysteresis against measurement noise: the running assignment is kept unless the new one is also better by measured values, without
 * confidence intervals. Otherwise an interval that widens for one round of probes would move instances, and narrowing would move them
 * back.
 *
 * @param ground compiled problem by measured values
 */
record Hysteresis(PreparedProblem ground, Assignment assignment) {

    static final String NOTE =
            "the current placement stays: it meets its SLOs by the measured values, though not at the upper end of all confidence "
            + "intervals, and no better placement was found";
    static final String NOT_SURE =
            "no placement keeps all promises at the worse end of the measured confidence intervals: they count the measured values alone";

    /**
     * Returns the running assignment if it is kept. Empty if it is incomplete, violates a hard constraint or is worse by measured values;
     * also empty if confidence intervals make no difference.
     */
    static Optional<Hysteresis> of(PreparedProblem ground, Assignment found) {
        int[] now = ground.tables().instances().stream().mapToInt(PlacedInstance::now).toArray();
        boolean complete = ground.tables().instances().stream()
                .allMatch(instance -> Arrays.binarySearch(instance.positions(), instance.now()) >= 0);
        if (!complete || Arrays.equals(now, found.positions()) || Assignment.of(ground.tables(), now).whole()) {
            return Optional.empty();
        }
        PlacementProblem values = ground.problem().byValue();
        return values == ground.problem() ? Optional.empty() : kept(PreparedProblem.of(values), now, found);
    }

    private static Optional<Hysteresis> kept(PreparedProblem values, int[] now, Assignment found) {
        Assignment runs = Assignment.of(values.tables(), now);
        boolean stays = runs.whole() && runs.compareTo(Assignment.of(values.tables(), found.positions())) <= 0;
        return stays ? Optional.of(new Hysteresis(values, runs)) : Optional.empty();
    }
}
