package org.caravan.change;

import java.util.List;
import java.util.stream.Collectors;
import org.caravan.canonical.CanonicalText;
import org.caravan.plan.DeploymentPlan;

/**
 * A graph of steps that leads to a plan. Empty if the observed state already matches the plan.
 *
 * @param plan target of the steps
 * @param reasons one sentence for each deviation from the plan that is left unchanged
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
