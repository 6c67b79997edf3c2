package org.caravan.server.network;

import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import java.util.Optional;
import org.caravan.probe.agent.SiteClock;

@Schema(name = "Lookout", description = "Probing by a machine that continues while the server is unreachable.")
record ProbeAgentView(
        @Schema(description = "Host or vantage.", example = "pi-bergen-1") String machineId,
        @Schema(description = "Time of the last visit (ISO 8601, UTC); absent if this server has never reached the machine.")
        Optional<Instant> visitedAt,
        @Schema(description = "Error of the last visit; absent if it succeeded.") Optional<String> fault,
        @Schema(description = "Paths that the machine continues to measure.") int paths,
        @Schema(description = "Number of results stored on the machine.") int waiting,
        @Schema(description = "Number of results fetched since the server started.") long fetched,
        @Schema(description = "Number of results that were discarded since the server started: the oldest, when the limit was exceeded.")
        long dropped,
        @Schema(description = "Clock offset of the machine relative to the server, in ms, positive if ahead; its samples are corrected "
                + "by it.") Optional<Double> clockOffsetMillis,
        @Schema(description = "Error bound of the clock offset, in ms.") Optional<Double> clockBoundMillis) {

    /** State before the first visit. */
    static ProbeAgentView of(String machineId) {
        return new ProbeAgentView(machineId, Optional.empty(), Optional.empty(), 0, 0, 0, 0, Optional.empty(), Optional.empty());
    }

    ProbeAgentView failed(String why) {
        return new ProbeAgentView(machineId, visitedAt, Optional.of(why), paths, waiting, fetched, dropped, clockOffsetMillis,
                clockBoundMillis);
    }

    ProbeAgentView visited(Instant at, int pathsNow, int waitingNow, int fetchedNow, long droppedNow, Optional<SiteClock> clock) {
        return new ProbeAgentView(machineId, Optional.of(at), Optional.empty(), pathsNow, waitingNow, fetched + fetchedNow, dropped
                + droppedNow,
                clock.map(SiteClock::offsetMillis), clock.map(SiteClock::boundMillis));
    }
}
