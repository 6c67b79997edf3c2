package org.caravan.solver.score;

import java.util.Arrays;
import org.caravan.solver.model.CompiledProblem;
import org.caravan.solver.model.LinkModel;
import org.caravan.solver.model.Position;
import org.caravan.solver.model.Utilities;

/** Incremental utility, updated as instances move. */
final class UtilityUsage {

    private final CompiledProblem tables;
    private final Utilities utilities;
    private final int[] relationOf;
    private final RequestLatency times;

    UtilityUsage(CompiledProblem tables) {
        this.tables = tables;
        this.utilities = tables.utilities();
        this.relationOf = new int[utilities.any() ? tables.links().size() : 0];
        Arrays.fill(relationOf, Position.NONE);
        this.times = new RequestLatency(utilities.timed().size(), utilities.hopsOf(), utilities.hopsOfLeg(), relationOf);
    }

    boolean any() {
        return utilities.any();
    }

    /** Updates latencies after the relation of a link has changed. */
    void related(LinkModel link, int is) {
        relationOf[link.index()] = is;
        times.related(link.index());
    }

    /** @param money cents per month @param positionOf by instance */
    long points(long money, int[] positionOf) {
        return utilities.points(utilities.values(tables, money, times::of, positionOf));
    }
}
