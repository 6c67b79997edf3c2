package org.caravan.api.network;

import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import java.util.Optional;

@Schema(name = "Lookout", description = "Probing by a machine that continues while the server is unreachable.")
public record ProbeAgentView(
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
        @Schema(description = "Error bound of the clock offset, in ms.") Optional<Double> clockBoundMillis) {}
