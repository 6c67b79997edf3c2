package org.caravan.server.network;

import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import java.util.Optional;
import org.caravan.probe.lookout.SiteClock;

@Schema(name = "Lookout", description = "Probing that goes on at a machine while the server is away.")
record LookoutView(
        @Schema(description = "Host or vantage.", example = "pi-bergen-1") String machineId,
        @Schema(description = "When it was visited last (ISO 8601, UTC); absent where this server never reached it.") Optional<Instant> visitedAt,
        @Schema(description = "Why the last visit failed; absent where it did not.") Optional<String> fault,
        @Schema(description = "Paths that it goes on measuring.") int paths,
        @Schema(description = "Results that wait there.") int waiting,
        @Schema(description = "Results fetched since the server began.") long fetched,
        @Schema(description = "Results it gave up since the server began, the oldest, because more waited than may.") long dropped,
        @Schema(description = "How far its clock is ahead of the server's, ms; its samples are corrected by it.") Optional<Double> clockOffsetMillis,
        @Schema(description = "How far from that offset the truth may lie, ms.") Optional<Double> clockBoundMillis) {

    /** State before the first visit. */
    static LookoutView of(String machineId) {
        return new LookoutView(machineId, Optional.empty(), Optional.empty(), 0, 0, 0, 0, Optional.empty(), Optional.empty());
    }

    LookoutView failed(String why) {
        return new LookoutView(machineId, visitedAt, Optional.of(why), paths, waiting, fetched, dropped, clockOffsetMillis, clockBoundMillis);
    }

    LookoutView visited(Instant at, int pathsNow, int waitingNow, int fetchedNow, long droppedNow, Optional<SiteClock> clock) {
        return new LookoutView(machineId, Optional.of(at), Optional.empty(), pathsNow, waitingNow, fetched + fetchedNow, dropped + droppedNow,
                clock.map(SiteClock::offsetMillis), clock.map(SiteClock::boundMillis));
    }
}
