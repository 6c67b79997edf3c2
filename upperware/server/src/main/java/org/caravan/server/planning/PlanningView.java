package org.caravan.server.planning;

import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.caravan.plan.planner.PlanningProgress;

@Schema(name = "Planning", description = "The making of a plan, and how far it is.")
record PlanningView(
        @Schema(description = "Id of the planning.", example = "112233445566") String id,
        @Schema(description = "Name of the application.", example = "sock-shop") String application,
        @Schema(description = "Ids of hosts to leave out.") List<String> without,
        @Schema(description = "WAITING for its turn, RUNNING, then DONE, CANCELLED or FAILED.") State state,
        @Schema(description = "What it does at this moment, in words for a person.", example = "searches") String stage,
        @Schema(description = "Placements that the search has scored so far.", example = "120000") long tried,
        @Schema(description = "Points of the best placement so far by all goals, less is better; absent before there is one.", example = "8300") Optional<Long> points,
        @Schema(description = "Points that no placement can stay below; absent until it is reckoned, which is last.", example = "8250") Optional<Long> bound,
        @Schema(description = "Id of the plan it made, or of the reasons why there is none; absent unless it is done.") Optional<String> planId,
        @Schema(description = "Why it failed; absent if it did not.") Optional<String> error,
        @Schema(description = "Stable name of the reason why it failed; absent if it did not.", example = "no-infrastructure") Optional<String> errorCode,
        @Schema(description = "When it was asked for (ISO 8601, UTC).") Instant askedAt,
        @Schema(description = "When its turn came (ISO 8601, UTC); absent before.") Optional<Instant> begunAt,
        @Schema(description = "When it ended (ISO 8601, UTC); absent before.") Optional<Instant> endedAt) {

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
        return new PlanningView(Long.toString(id), application, without, State.WAITING, "waits for its turn", 0, Optional.empty(), Optional.empty(), Optional.empty(),
                Optional.empty(), Optional.empty(), at, Optional.empty(), Optional.empty());
    }

    PlanningView begun(Instant at) {
        return new PlanningView(id, application, without, State.RUNNING, PlanningProgress.BEGINS.stage(), tried, points, bound, planId, error, errorCode, askedAt, Optional.of(at), endedAt);
    }

    PlanningView with(PlanningProgress progress) {
        return new PlanningView(id, application, without, state, progress.stage(), progress.tried(), boxed(progress.points()), boxed(progress.bound()), planId, error, errorCode, askedAt,
                begunAt, endedAt);
    }

    PlanningView ended(State end, Optional<String> plan, Optional<String> why, Optional<String> code, Instant at) {
        return new PlanningView(id, application, without, end, "", tried, points, bound, plan, why, code, askedAt, begunAt, Optional.of(at));
    }

    private static Optional<Long> boxed(OptionalLong value) {
        return value.isPresent() ? Optional.of(value.getAsLong()) : Optional.empty();
    }
}
