package org.caravan.solver.model;

import java.util.List;
import org.caravan.problem.ParetoPaths;
import org.caravan.problem.RttStatistic;
import org.caravan.problem.Traffic;

/**
 * Paths assumed to be available to a link, in addition to its best path.
 *
 * @param toAll whether all paths are available
 * @param asked demands of SLOs: paths that are faster for one of them are available
 */
public record AllowedPaths(boolean toAll, List<Asked> asked) {

    /** Demand of an SLO on a link. */
    public record Asked(Traffic traffic, RttStatistic statistic) {

        public static Asked by(RequestHop hop) {
            return new Asked(hop.traffic(), hop.requestPath().statistic());
        }

        /** @param best index of the best path of the link */
        public boolean sooner(ParetoPaths paths, int index, int best) {
            return index != best && millis(paths, index) < millis(paths, best);
        }

        private double millis(ParetoPaths paths, int index) {
            return paths.milliseconds(index, traffic, statistic);
        }
    }

    public static final AllowedPaths NONE = new AllowedPaths(false, List.of());
    public static final AllowedPaths ALL = new AllowedPaths(true, List.of());

    public boolean any() {
        return toAll || !asked.isEmpty();
    }

    /** @param best index of the best path of the link */
    boolean takes(ParetoPaths paths, int index, int best) {
        return toAll || index == best || asked.stream().anyMatch(one -> one.sooner(paths, index, best));
    }
}
