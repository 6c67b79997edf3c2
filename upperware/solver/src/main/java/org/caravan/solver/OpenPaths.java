package org.caravan.solver;

import java.util.List;
import org.caravan.problem.ParetoPaths;
import org.caravan.problem.RttStatistic;
import org.caravan.problem.Traffic;

/**
 * Paths that a link is thought to be free to take, beside the one that suits it best.
 *
 * @param toAll whether to all there are
 * @param asked of promises: those paths that are sooner for any of them
 */
record OpenPaths(boolean toAll, List<Asked> asked) {

    /** What a promise asks of a link. */
    record Asked(Traffic traffic, RttStatistic statistic) {

        static Asked by(JourneyHop hop) {
            return new Asked(hop.traffic(), hop.journey().statistic());
        }

        /** @param best index of the path that suits the link best */
        boolean sooner(ParetoPaths paths, int index, int best) {
            return index != best && millis(paths, index) < millis(paths, best);
        }

        private double millis(ParetoPaths paths, int index) {
            return paths.milliseconds(index, traffic.roundTrips(), traffic.bytes(), statistic);
        }
    }

    static final OpenPaths NONE = new OpenPaths(false, List.of());
    static final OpenPaths ALL = new OpenPaths(true, List.of());

    boolean any() {
        return toAll || !asked.isEmpty();
    }

    /** @param best index of the path that suits the link best */
    boolean takes(ParetoPaths paths, int index, int best) {
        return toAll || index == best || asked.stream().anyMatch(one -> one.sooner(paths, index, best));
    }
}
