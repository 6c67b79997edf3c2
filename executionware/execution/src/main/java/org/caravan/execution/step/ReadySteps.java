package org.caravan.execution.step;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.caravan.change.Step;

/**
 * Ready set of a step graph: determines the steps that can start as others end. Visits each edge once, whatever the number of
 * steps.
 */
final class ReadySteps {

    private final List<Step> steps;
    private final Map<Integer, Integer> missing = new HashMap<>();
    private final Map<Integer, List<Step>> followers = new HashMap<>();
    private final Set<Integer> skipped = new HashSet<>();

    ReadySteps(List<Step> steps) {
        this.steps = steps;
        for (Step step : steps) {
            missing.put(step.number(), step.waitsFor().size());
            step.waitsFor().forEach(before -> followers.computeIfAbsent(before, unused -> new ArrayList<>()).add(step));
        }
    }

    /** Steps without predecessors. */
    List<Step> first() {
        return steps.stream().filter(step -> step.waitsFor().isEmpty()).toList();
    }

    /** Steps that become ready after this step. */
    List<Step> afterDone(Step done) {
        return after(done).stream()
                .filter(step -> missing.merge(step.number(), -1, Integer::sum) == 0 && !skipped.contains(step.number()))
                .toList();
    }

    /** Direct and transitive dependants of a failed step; each is returned only once. */
    List<Step> afterFailed(Step failed) {
        List<Step> vain = new ArrayList<>();
        Deque<Step> open = new ArrayDeque<>(List.of(failed));
        while (!open.isEmpty()) {
            for (Step step : after(open.remove())) {
                if (skipped.add(step.number())) {
                    vain.add(step);
                    open.add(step);
                }
            }
        }
        return vain;
    }

    private List<Step> after(Step step) {
        return followers.getOrDefault(step.number(), List.of());
    }
}
