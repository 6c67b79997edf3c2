package org.caravan.plan;

import java.util.List;

/** "No placement" is an answer with reasons, not an exception. */
public sealed interface PlanningOutcome {

    /** A plan that keeps every obligation. */
    record Planned(DeploymentPlan plan, PlanReport report) implements PlanningOutcome {}

    /**
     * No plan keeps every obligation.
     *
     * @param reasons most frequent first, each a sentence for a person
     * @param conflict requirements that cannot be kept together
     */
    record NoPlacement(List<String> reasons, Conflict conflict) implements PlanningOutcome {

        public NoPlacement {
            reasons = List.copyOf(reasons);
            // Outcomes kept by earlier versions have none.
            conflict = conflict == null ? Conflict.UNKNOWN : conflict;
        }

        public NoPlacement(List<String> reasons) {
            this(reasons, Conflict.UNKNOWN);
        }
    }
}
