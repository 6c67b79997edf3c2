package org.caravan.server.planning;

import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.caravan.plan.planner.PlanningProgress;

@Schema(name = "Planning", description = "A planning task and its progress.")
record PlanningView(
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
    enum State {
        WAITING,
        RUNNING,
        DONE,
        CANCELLED,
        FAILED;

        boolean ended() {
            return compareTo(RUNNING) > 0;
        }
    }

    static PlanningView asked(long id, String application, List<String> without, Instant at) {
        return new PlanningView(Long.toString(id), application, without, State.WAITING, "waits for its turn", 0, Optional.empty(),
                Optional.empty(), Optional.empty(),
                Optional.empty(), Optional.empty(), at, Optional.empty(), Optional.empty());
    }

    PlanningView begun(Instant at) {
        return new PlanningView(id, application, without, State.RUNNING, PlanningProgress.BEGINS.stage(), tried, points, bound, planId,
                error, errorCode, askedAt, Optional.of(at), endedAt);
    }

    PlanningView with(PlanningProgress progress) {
        return new PlanningView(id, application, without, state, progress.stage(), progress.tried(), boxed(progress.points()),
                boxed(progress.bound()), planId, error, errorCode, askedAt,
                begunAt, endedAt);
    }

    PlanningView ended(State end, Optional<String> plan, Optional<String> why, Optional<String> code, Instant at) {
        return new PlanningView(id, application, without, end, "", tried, points, bound, plan, why, code, askedAt, begunAt,
                Optional.of(at));
    }

    private static Optional<Long> boxed(OptionalLong value) {
        return value.isPresent() ? Optional.of(value.getAsLong()) : Optional.empty();
    }
}
