package org.caravan.change;

import java.util.List;
import java.util.stream.Collectors;
import org.caravan.canonical.CanonicalText;
import org.caravan.plan.DeploymentPlan;

/**
 * A graph of steps that leads to a plan. No steps: reality is as the plan asks, as far as it could be seen.
 *
 * @param plan to which it leads
 * @param reasons why something is left as it is although it may not be as the plan asks, each a sentence for a person
 */
public record ChangeSet(DeploymentPlan plan, List<Step> steps, List<String> reasons) implements CanonicalText {

    public ChangeSet {
        steps = List.copyOf(steps);
        reasons = List.copyOf(reasons);
    }

    /** One step per line, then one reason per line. */
    @Override
    public String canonicalText() {
        String work = steps.stream().map(step -> step.text() + "\n").collect(Collectors.joining());
        return work + reasons.stream().map(reason -> "! " + reason + "\n").collect(Collectors.joining());
    }
}
