package org.caravan.measure.schedule;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import org.caravan.measure.NetworkMatrix;
import org.caravan.measure.PassiveFigure;
import org.caravan.measure.PathFigures;
import org.caravan.measure.PathId;
import org.caravan.measure.PathStatistic.Origin;

/**
 * Selects the paths that a run of idle probes can skip. A path is skipped if connections of applications currently show the same
 * round-trip time as the last probes. A path is probed if it was never probed, does not answer or has changed. Each path is probed at
 * least in every fifth run, because connections show neither loss nor jitter.
 */
public final class SkippedPaths {

    /** Maximum number of consecutive runs that skip a path. */
    public static final int IN_A_ROW = 4;

    private final Map<PathId, Integer> leftOut = new HashMap<>();

    /** Returns the paths to skip in the run that starts now; call it once per run. */
    public synchronized SortedSet<PathId> of(Collection<PassiveFigure> told, NetworkMatrix known) {
        SortedSet<PathId> spared = new TreeSet<>();
        for (PassiveFigure figure : told) {
            if (asProbed(figure, known) && leftOut.getOrDefault(figure.path(), 0) < IN_A_ROW) {
                spared.add(figure.path());
            }
        }
        leftOut.keySet().retainAll(spared);
        spared.forEach(path -> leftOut.merge(path, 1, Integer::sum));
        return spared;
    }

    private static boolean asProbed(PassiveFigure figure, NetworkMatrix known) {
        return known.answered(figure.path())
                && known.path(figure.path()).map(PathFigures::idleRtt)
                        .filter(probed -> probed.origin() == Origin.MEASURED)
                        .filter(probed -> figure.agreesWith(probed.median()))
                        .isPresent();
    }
}
