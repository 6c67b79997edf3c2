package org.caravan.measure.run;

import java.util.Set;
import org.caravan.measure.PathId;

/**
 * Receives the progress of a run. The threads of the run call it, one at a time. Implementations must return quickly and must not
 * throw.
 */
@FunctionalInterface
public interface ProbeListener {

    void progressed(ProbeProgress progress);

    /** Idle measurements are complete and stored; the flows of the run, which take longer, may follow. */
    default void idleMeasured() {}

    /** Paths whose idle measurement is repeated before the next round, for example to confirm a change. Each call returns new paths. */
    default Set<PathId> toRepeat() {
        return Set.of();
    }
}
