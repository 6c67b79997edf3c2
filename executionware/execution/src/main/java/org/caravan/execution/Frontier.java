package org.caravan.execution;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.caravan.change.Step;

/** Which steps of a graph may be carried out as others end. Each edge is looked at once, however many steps there are. */
final class Frontier {

    private final List<Step> steps;
    private final Map<Integer, Integer> missing = new HashMap<>();
    private final Map<Integer, List<Step>> followers = new HashMap<>();
    private final Set<Integer> skipped = new HashSet<>();

    Frontier(List<Step> steps) {
        this.steps = steps;
        for (Step step : steps) {
            missing.put(step.number(), step.waitsFor().size());
            step.waitsFor().forEach(before -> followers.computeIfAbsent(before, unused -> new ArrayList<>()).add(step));
        }
    }

    /** Steps that wait for nothing. */
    List<Step> first() {
        return steps.stream().filter(step -> step.waitsFor().isEmpty()).toList();
    }

    /** Steps that wait for nothing any more now that this one is done. */
    List<Step> afterDone(Step done) {
        return after(done).stream()
                .filter(step -> missing.merge(step.number(), -1, Integer::sum) == 0 && !skipped.contains(step.number()))
                .toList();
    }

    /** Steps that wait in vain now that this one has failed, directly or not; each is named once. */
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
