package org.caravan.adapter.simulated;

import java.time.Instant;
import java.util.Optional;
import java.util.OptionalInt;
import org.caravan.adapter.CopyRestarts;
import org.caravan.adapter.RestartPolicy;

/**
 * Restart state of a copy on a simulated host.
 *
 * @param due time of the next restart; empty for a copy that runs or is not restarted
 */
record SimulatedRestarts(CopyRestarts seen, Optional<Instant> due) {

    static final SimulatedRestarts NONE = new SimulatedRestarts(CopyRestarts.NONE, Optional.empty());

    SimulatedRestarts afterEnd(int exitCode, Instant at) {
        return new SimulatedRestarts(new CopyRestarts(seen.count(), OptionalInt.of(exitCode)),
                Optional.of(at.plus(RestartPolicy.pauseBefore(seen.count() + 1))));
    }

    SimulatedRestarts oneMore() {
        return new SimulatedRestarts(new CopyRestarts(seen.count() + 1, seen.lastExitCode()), Optional.empty());
    }

    boolean isDue(Instant now) {
        return due.filter(at -> !at.isAfter(now)).isPresent();
    }
}
