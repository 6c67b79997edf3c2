package org.caravan.solver.score;

import org.caravan.problem.EgressPrices;
import org.caravan.solver.model.CompiledProblem;
import org.caravan.solver.model.LinkModel;
import org.caravan.solver.model.Position;
import org.caravan.solver.model.ScoreTerm;

/** Incremental usage counter of egress costs, updated as the ends of links are placed and removed. */
final class EgressUsage {

    private final boolean any;
    /** Current contribution by link, in points. */
    private final long[] pointsOf;
    private final long[] millsOf;
    private long mills;

    EgressUsage(CompiledProblem tables) {
        this.any = tables.considered().egress();
        this.pointsOf = new long[any ? tables.links().size() : 0];
        this.millsOf = new long[pointsOf.length];
    }

    boolean any() {
        return any;
    }

    /** Adds the change to the score. @param is current relation of the link, or {@link Position#NONE} */
    void related(LinkModel link, int is, long[] parts) {
        long points = is == Position.NONE ? 0 : link.egressCents(is);
        long paid = is == Position.NONE ? 0 : link.egressMills(is);
        parts[ScoreTerm.EGRESS.ordinal()] += points - pointsOf[link.index()];
        mills += paid - millsOf[link.index()];
        pointsOf[link.index()] = points;
        millsOf[link.index()] = paid;
    }

    long cents() {
        return EgressPrices.cents(mills);
    }
}
