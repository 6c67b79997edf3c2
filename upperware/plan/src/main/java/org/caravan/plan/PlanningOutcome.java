package org.caravan.plan;

import java.util.List;

/** "No placement" is an answer with reasons, not an exception. */
public sealed interface PlanningOutcome {

    /** A plan that keeps every obligation. */
    record Planned(DeploymentPlan plan, PlanReport report) implements PlanningOutcome {}

    /** No plan keeps every obligation; the reasons, most frequent first, each a sentence for a person. */
    record NoPlacement(List<String> reasons) implements PlanningOutcome {}
}
