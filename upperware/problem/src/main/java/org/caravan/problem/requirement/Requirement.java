package org.caravan.problem.requirement;

import java.util.function.UnaryOperator;
import org.caravan.problem.PlacementProblem;

/**
 * Something that placements must keep.
 *
 * @param text as a person would say it, in words of the language where it has some: {@code require accounts-db at simula}
 * @param without makes the same problem without it, from one that may lack others already
 */
public record Requirement(String text, UnaryOperator<PlacementProblem> without) {

    @Override
    public String toString() {
        return text;
    }
}
