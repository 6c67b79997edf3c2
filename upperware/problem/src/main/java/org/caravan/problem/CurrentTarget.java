package org.caravan.problem;

import java.util.List;
import java.util.Set;

/**
 * Decisions fixed by the current target plan of the application.
 *
 * @param planId digest of that plan
 * @param generation of that plan; counts from 1
 */
public record CurrentTarget(String planId, long generation, List<CurrentPlacement> placements) {

    public CurrentTarget {
        placements = List.copyOf(placements);
    }

    /** The same, where a planner keeps the copies of these instances ({@code web:1}) no more: each gets a new one. */
    public CurrentTarget renewing(Set<String> instances) {
        return new CurrentTarget(planId, generation, placements.stream()
                .map(placed -> instances.contains(placed.instance().toString()) ? placed.outdated() : placed).toList());
    }
}
