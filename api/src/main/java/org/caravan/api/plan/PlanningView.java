package org.caravan.api.plan;

import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

@Schema(name = "Planning", description = "A planning task and its progress.")
public record PlanningView(
        @Schema(description = "Id of the planning.", example = "112233445566") String id,
        @Schema(description = "Name of the application.", example = "sock-shop") String application,
        @Schema(description = "Ids of excluded hosts.") List<String> without,
        @Schema(description = "WAITING (in the queue), RUNNING, then DONE, CANCELLED or FAILED.") State state,
        @Schema(description = "Current activity, human-readable.", example = "searches") String stage,
        @Schema(description = "Number of placements that the search has evaluated.", example = "120000") long tried,
        @Schema(description = "Points of the best placement so far over all objectives, lower is better; absent before the first "
                + "placement.", example = "8300") Optional<Long> points,
        @Schema(description = "Lower bound on the points of any placement; absent until the end of the search, when it is computed.",
                example = "8250") Optional<Long> bound,
        @Schema(description = "Id of the resulting plan, or of the reasons why there is none; absent unless DONE.") Optional<String> planId,
        @Schema(description = "Reason of the failure; absent if it did not fail.") Optional<String> error,
        @Schema(description = "Error code of the failure; absent if it did not fail.", example = "no-infrastructure")
        Optional<String> errorCode,
        @Schema(description = "Time of the request (ISO 8601, UTC).") Instant askedAt,
        @Schema(description = "Start time (ISO 8601, UTC); absent before the start.") Optional<Instant> begunAt,
        @Schema(description = "End time (ISO 8601, UTC); absent before the end.") Optional<Instant> endedAt) {

    /** State of a planning. */
    public enum State {
        WAITING,
        RUNNING,
        DONE,
        CANCELLED,
        FAILED;

        /** Whether the planning is over. */
        public boolean ended() {
            return compareTo(RUNNING) > 0;
        }
    }
}
