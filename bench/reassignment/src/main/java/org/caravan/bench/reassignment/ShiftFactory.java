package org.caravan.bench.reassignment;

import java.util.Iterator;
import java.util.Random;
import org.optaplanner.core.api.score.director.ScoreDirector;
import org.optaplanner.core.impl.heuristic.selector.move.factory.MoveIteratorFactory;

/** Gives a search its moves. Public only because OptaPlanner makes it. */
public final class ShiftFactory implements MoveIteratorFactory<Reassignment, Shift> {

    private Reassignment drawnFor;
    private ShiftDraw draw;

    @Override
    public long getSize(ScoreDirector<Reassignment> director) {
        return (long) director.getWorkingSolution().getAssigned().size() * 100;
    }

    @Override
    public Iterator<Shift> createOriginalMoveIterator(ScoreDirector<Reassignment> director) {
        throw new UnsupportedOperationException("shifts are drawn at random only");
    }

    @Override
    public Iterator<Shift> createRandomMoveIterator(ScoreDirector<Reassignment> director, Random random) {
        Reassignment solution = director.getWorkingSolution();
        // Called in every step: precompute values once per working solution, not here.
        if (drawnFor != solution) {
            drawnFor = solution;
            draw = new ShiftDraw(solution);
        }
        ShiftDraw current = draw;
        return new Iterator<>() {
            @Override
            public boolean hasNext() {
                return true;
            }

            @Override
            public Shift next() {
                return current.next(random);
            }
        };
    }
}
