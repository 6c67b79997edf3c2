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

    /**
     * A round of idle measurements is complete and stored: of all paths of the run, or of the paths of {@link #toRepeat}, perhaps a single
     * one. Further rounds may follow, also of flows, which take longer. Not called for a round that a cancellation cuts short.
     */
    default void idleMeasured() {}

    /**
     * Paths whose idle measurement is repeated before the next round, for example to confirm a change. Each call returns new paths. Not
     * called once the run is cancelled.
     */
    default Set<PathId> toRepeat() {
        return Set.of();
    }

    /** The run was cancelled or failed before it had repeated all of these paths, which {@link #toRepeat} returned. */
    default void notRepeated(Set<PathId> paths) {}
}
