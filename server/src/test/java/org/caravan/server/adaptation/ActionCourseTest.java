package org.caravan.server.adaptation;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import org.caravan.change.StepKind;
import org.caravan.execution.journal.ExecutionReport;
import org.caravan.execution.journal.Phase;
import org.caravan.execution.journal.RunState;
import org.caravan.execution.journal.RunTerms;
import org.caravan.execution.journal.StepRecord;
import org.caravan.execution.journal.StepState;
import org.junit.jupiter.api.Test;

class ActionCourseTest {

    private static final Instant NOON = Instant.parse("2026-11-26T12:00:00Z");

    @Test
    void theFiguresOfADeploymentThatTheDecisionBegan() {
        assertThat(figures(NOON, run(1, 20, step(StepKind.CONFIRM, 2, 5), step(StepKind.CONFIRM, 3, 8), step(StepKind.ENTRY, 8, 9))))
                .containsExactly("deployment begun after 1.0", "copies ready after 8.0", "entries switched after 9.0",
                        "deployment ended after 20.0");
    }

    /** The deployment began ten minutes before its hosts were lost, and its first steps were done then. */
    @Test
    void aDecisionThatCompletesADeploymentHasOnlyWhatHappenedSince() {
        assertThat(figures(NOON, run(-600, 4, step(StepKind.CONFIRM, -590, -580), step(StepKind.ENTRY, -580, -570),
                step(StepKind.CONFIRM, 2, 3)))).containsExactly("deployment begun after 2.0", "copies ready after 3.0",
                        "deployment ended after 4.0");
        assertThat(figures(NOON, run(-600, -500, step(StepKind.ENTRY, -580, -570)))).isEmpty();
    }

    private static List<String> figures(Instant decided, ExecutionReport run) {
        return ActionCourse.of(decided, run).stream().map(figure -> figure.name() + " " + figure.value()).toList();
    }

    /** Seconds after noon. */
    private static ExecutionReport run(int started, int ended, StepRecord... steps) {
        return new ExecutionReport(4, "shop", "plan", Optional.empty(), Optional.empty(), RunTerms.HELD, RunState.DONE, 1,
                NOON.plusSeconds(started), Optional.of(NOON.plusSeconds(ended)), Optional.empty(), Optional.empty(), List.of(steps));
    }

    private static StepRecord step(StepKind kind, int started, int ended) {
        return new StepRecord(1, 1, Phase.values()[0], kind, "step", Optional.of("pi-1"), Optional.empty(), new TreeSet<>(), StepState.DONE,
                1, Optional.of(NOON.plusSeconds(started)), Optional.of(NOON.plusSeconds(ended)), Optional.empty());
    }
}
