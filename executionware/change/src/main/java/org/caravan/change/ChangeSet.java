package org.caravan.change;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.caravan.adapter.CopyId;
import org.caravan.canonical.CanonicalText;
import org.caravan.plan.DeploymentPlan;

/**
 * A graph of steps that leads to a plan. Empty if the observed state already matches the plan.
 *
 * @param plan target of the steps
 * @param reasons one sentence for each deviation from the plan that is left unchanged or may remain
 * @param doubtful numbers of CONFIRM steps that may fail because the copy requires instances on lost hosts; that is no fault of the plan
 */
public record ChangeSet(DeploymentPlan plan, List<Step> steps, List<String> reasons, Set<Integer> doubtful) implements CanonicalText {

    public ChangeSet {
        steps = List.copyOf(steps);
        reasons = List.copyOf(reasons);
        doubtful = Set.copyOf(doubtful);
    }

    public ChangeSet(DeploymentPlan plan, List<Step> steps, List<String> reasons) {
        this(plan, steps, reasons, Set.of());
    }

    /** Without the steps of copies that may not become ready, and all steps that wait for them, directly or not. Numbers stay. */
    public ChangeSet withoutDoubtful() {
        Set<Optional<CopyId>> copies = steps.stream().filter(step -> doubtful.contains(step.number())).map(Step::copy)
                .collect(Collectors.toSet());
        Set<Integer> left = new HashSet<>();
        List<Step> sure = new ArrayList<>();
        for (Step step : steps) {
            if (copies.contains(step.copy()) || step.waitsFor().stream().anyMatch(left::contains)) {
                left.add(step.number());
            } else {
                sure.add(step);
            }
        }
        return new ChangeSet(plan, sure, reasons, Set.of());
    }

    /** One step per line, then one reason per line. */
    @Override
    public String canonicalText() {
        String work = steps.stream().map(step -> step.text() + "\n").collect(Collectors.joining());
        return work + reasons.stream().map(reason -> "! " + reason + "\n").collect(Collectors.joining());
    }
}
