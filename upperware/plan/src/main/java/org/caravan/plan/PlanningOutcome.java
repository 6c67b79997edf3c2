package org.caravan.plan;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** "No placement" is an answer with reasons, not an exception. */
public sealed interface PlanningOutcome {

    /** A plan that keeps every obligation. */
    record Planned(DeploymentPlan plan, PlanReport report) implements PlanningOutcome {}

    /**
     * No plan keeps every obligation.
     *
     * @param reasons most frequent first, each a sentence for a person
     * @param conflict requirements that cannot be kept together; empty where nobody looked for them
     */
    record NoPlacement(List<String> reasons, Optional<Conflict> conflict) implements PlanningOutcome {

        public NoPlacement {
            reasons = List.copyOf(reasons);
        }

        public NoPlacement(List<String> reasons) {
            this(reasons, Optional.empty());
        }

        /** The same with one more reason, behind the others. */
        public NoPlacement saying(String reason) {
            return new NoPlacement(Stream.concat(reasons.stream(), Stream.of(reason)).toList(), conflict);
        }
    }
}
