package org.caravan.plan.planner;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.caravan.plan.Conflict;
import org.caravan.plan.DeploymentPlan;
import org.caravan.plan.PlanReport;

/** Result of a planning. "No placement" is a result with reasons, not an exception. */
public sealed interface PlanningOutcome {

    /** Plan that satisfies all hard constraints. */
    record Planned(DeploymentPlan plan, PlanReport report) implements PlanningOutcome {}

    /**
     * No plan satisfies all hard constraints.
     *
     * @param reasons most frequent first, each a sentence
     * @param conflict requirements that cannot be satisfied together; empty if not determined
     */
    record NoPlacement(List<String> reasons, Optional<Conflict> conflict) implements PlanningOutcome {

        public NoPlacement {
            reasons = List.copyOf(reasons);
        }

        public NoPlacement(List<String> reasons) {
            this(reasons, Optional.empty());
        }

        /** The same with one more reason at the end. */
        public NoPlacement saying(String reason) {
            return new NoPlacement(Stream.concat(reasons.stream(), Stream.of(reason)).toList(), conflict);
        }
    }
}
