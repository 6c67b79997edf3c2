package org.caravan.solver.optaplanner;

import java.util.Iterator;
import java.util.Random;
import org.optaplanner.core.api.score.director.ScoreDirector;
import org.optaplanner.core.impl.heuristic.selector.move.factory.MoveIteratorFactory;

/** Creates the moves of a search. Public because OptaPlanner instantiates it. */
public final class RelocationFactory implements MoveIteratorFactory<SeatingPlan, Relocation> {

    private SeatingPlan drawnFor;
    private RelocationDraw draw;

    @Override
    public long getSize(ScoreDirector<SeatingPlan> director) {
        SeatingPlan plan = director.getWorkingSolution();
        return (long) plan.tables().tenants().size() * plan.tables().hosts();
    }

    @Override
    public Iterator<Relocation> createOriginalMoveIterator(ScoreDirector<SeatingPlan> director) {
        throw new UnsupportedOperationException("relocations are drawn at random only");
    }

    @Override
    public Iterator<Relocation> createRandomMoveIterator(ScoreDirector<SeatingPlan> director, Random random) {
        SeatingPlan plan = director.getWorkingSolution();
        // Called in every step, so data that is constant per working solution is cached.
        if (drawnFor != plan) {
            drawnFor = plan;
            draw = new RelocationDraw(plan);
        }
        RelocationDraw current = draw;
        return new Iterator<>() {
            @Override
            public boolean hasNext() {
                return current.any();
            }

            @Override
            public Relocation next() {
                return current.next(random);
            }
        };
    }
}
