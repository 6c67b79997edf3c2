package org.caravan.problem;

import java.util.List;

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
}
