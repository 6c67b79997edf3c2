package org.caravan.server.adaptation;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.caravan.change.StepKind;
import org.caravan.execution.journal.ExecutionReport;
import org.caravan.execution.journal.StepRecord;
import org.caravan.execution.journal.StepState;
import org.caravan.server.decision.DecisionRecord.Figure;

/** Where the time of an action went, as figures in seconds after its decision. Parts that did not happen have no figure. */
final class ActionCourse {

    private ActionCourse() {}

    static Figure planned(Instant decided, Instant now) {
        return after("planned after", decided, now);
    }

    /**
     * A decision that completes a deployment has only what happened since.
     *
     * @param run a deployment that has ended; it may have begun before the decision
     */
    static List<Figure> of(Instant decided, ExecutionReport run) {
        List<Figure> course = new ArrayList<>();
        begin(decided, run).ifPresent(at -> course.add(after("deployment begun after", decided, at)));
        latest(decided, run, StepKind.CONFIRM).ifPresent(at -> course.add(after("copies ready after", decided, at)));
        latest(decided, run, StepKind.ENTRY).ifPresent(at -> course.add(after("entries switched after", decided, at)));
        run.endedAt().filter(at -> !at.isBefore(decided)).ifPresent(at -> course.add(after("deployment ended after", decided, at)));
        return course;
    }

    /** Of the deployment, or of its first step since the decision. */
    private static Optional<Instant> begin(Instant decided, ExecutionReport run) {
        return Stream.concat(Stream.of(run.startedAt()), run.steps().stream().map(StepRecord::startedAt).flatMap(Optional::stream))
                .filter(at -> !at.isBefore(decided)).min(Comparator.naturalOrder());
    }

    private static Optional<Instant> latest(Instant decided, ExecutionReport run, StepKind kind) {
        return run.steps().stream().filter(step -> step.kind() == kind && step.state() == StepState.DONE).map(StepRecord::endedAt)
                .flatMap(Optional::stream).filter(at -> !at.isBefore(decided)).max(Comparator.naturalOrder());
    }

    private static Figure after(String name, Instant decided, Instant at) {
        return new Figure(name, Math.round(Duration.between(decided, at).toMillis() / 10.0) / 100.0, "s");
    }
}
