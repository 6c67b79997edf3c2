package org.caravan.solver.optaplanner;

import java.util.Iterator;
import java.util.Random;
import org.optaplanner.core.api.score.director.ScoreDirector;
import org.optaplanner.core.impl.heuristic.selector.move.factory.MoveIteratorFactory;

/** Creates the moves of a search. Public because OptaPlanner instantiates it. */
public final class PlacementMoveFactory implements MoveIteratorFactory<PlacementSolution, PlacementMove> {

    private PlacementSolution drawnFor;
    private MoveSelector draw;

    @Override
    public long getSize(ScoreDirector<PlacementSolution> director) {
        PlacementSolution plan = director.getWorkingSolution();
        return (long) plan.tables().instances().size() * plan.tables().hosts();
    }

    @Override
    public Iterator<PlacementMove> createOriginalMoveIterator(ScoreDirector<PlacementSolution> director) {
        throw new UnsupportedOperationException("relocations are drawn at random only");
    }

    @Override
    public Iterator<PlacementMove> createRandomMoveIterator(ScoreDirector<PlacementSolution> director, Random random) {
        PlacementSolution plan = director.getWorkingSolution();
        // Called in every step, so data that is constant per working solution is cached.
        if (drawnFor != plan) {
            drawnFor = plan;
            draw = new MoveSelector(plan);
        }
        MoveSelector current = draw;
        return new Iterator<>() {
            @Override
            public boolean hasNext() {
                return current.any();
            }

            @Override
            public PlacementMove next() {
                return current.next(random);
            }
        };
    }
}
