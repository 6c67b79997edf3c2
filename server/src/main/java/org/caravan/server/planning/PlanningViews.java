package org.caravan.server.planning;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.caravan.api.plan.PlanningView;
import org.caravan.api.plan.PlanningView.State;
import org.caravan.plan.planner.PlanningProgress;

/** Transitions of a planning, as REST shows it. */
final class PlanningViews {

    private PlanningViews() {}

    static PlanningView asked(long id, String application, List<String> without, Instant at) {
        return new PlanningView(Long.toString(id), application, without, State.WAITING, "waits for its turn", 0, Optional.empty(),
                Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty(), at, Optional.empty(), Optional.empty());
    }

    static PlanningView begun(PlanningView was, Instant at) {
        return new PlanningView(was.id(), was.application(), was.without(), State.RUNNING, PlanningProgress.BEGINS.stage(), was.tried(),
                was.points(), was.bound(), was.planId(), was.error(), was.errorCode(), was.askedAt(), Optional.of(at), was.endedAt());
    }

    static PlanningView with(PlanningView was, PlanningProgress progress) {
        return new PlanningView(was.id(), was.application(), was.without(), was.state(), progress.stage(), progress.tried(),
                boxed(progress.points()), boxed(progress.bound()), was.planId(), was.error(), was.errorCode(), was.askedAt(),
                was.begunAt(), was.endedAt());
    }

    static PlanningView ended(PlanningView was, State end, Optional<String> plan, Optional<String> why, Optional<String> code, Instant at) {
        return new PlanningView(was.id(), was.application(), was.without(), end, "", was.tried(), was.points(), was.bound(), plan, why,
                code, was.askedAt(), was.begunAt(), Optional.of(at));
    }

    private static Optional<Long> boxed(OptionalLong value) {
        return value.isPresent() ? Optional.of(value.getAsLong()) : Optional.empty();
    }
}
