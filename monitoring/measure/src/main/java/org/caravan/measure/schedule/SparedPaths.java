package org.caravan.measure.schedule;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import org.caravan.measure.Figure.Origin;
import org.caravan.measure.NetworkMatrix;
import org.caravan.measure.PassiveFigure;
import org.caravan.measure.PathFigures;
import org.caravan.measure.PathId;

/**
 * Which paths a run of idle probes may leave out: those of which connections of applications have just told what probes told before. A path that was never
 * probed, does not answer, or is not as it was is probed, and every fifth run probes all: connections tell nothing of loss and jitter.
 */
public final class SparedPaths {

    /** Runs in a row that may leave a path out. */
    public static final int IN_A_ROW = 4;

    private final Map<PathId, Integer> leftOut = new HashMap<>();

    /** For the run that begins now; to be asked once for each. */
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
