package org.caravan.problem.requirement;

import java.util.function.UnaryOperator;
import org.caravan.problem.PlacementProblem;

/**
 * Requirement on placements.
 *
 * @param text for users, in words of the language if possible: {@code require accounts-db at simula}
 * @param without returns the problem without the requirement; other requirements may already be removed
 */
public record Requirement(String text, UnaryOperator<PlacementProblem> without) {

    @Override
    public String toString() {
        return text;
    }
}
