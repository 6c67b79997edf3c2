package org.caravan.execution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.caravan.adapter.ObservedState;
import org.caravan.change.CreatedCopy;
import org.caravan.change.EntryState;
import org.caravan.change.ReconcileContext;
import org.caravan.change.Reconciler;
import org.caravan.change.Step;
import org.caravan.execution.journal.Cancel;
import org.caravan.execution.journal.ExecutionReport;
import org.caravan.execution.journal.OutdatedPlan;
import org.caravan.execution.journal.Phase;
import org.caravan.execution.journal.RunState;
import org.caravan.execution.journal.RunStore;
import org.caravan.execution.journal.RunSummary;
import org.caravan.execution.journal.RunTerms;
import org.caravan.execution.journal.StepDuration;
import org.caravan.execution.journal.StepRecord;
import org.caravan.execution.journal.StepState;
import org.caravan.execution.journal.Target;
import org.caravan.execution.journal.TargetRecord;
import org.caravan.plan.Certificate;
import org.caravan.plan.DeploymentPlan;
import org.caravan.plan.PlanReport;
import org.caravan.unit.MonthlyCost;
import org.junit.jupiter.api.Test;

/** What a journal must do, wherever it lies. */
abstract class RunStoreContract {

    static final Instant AT = Instant.parse("2026-11-21T08:00:00Z");

    final DeploymentPlan plan = Plans.frontAndDb("host-11", "host-21", Optional.empty());
    final List<Step> steps =
            Reconciler.reconcile(new ObservedState(List.of(), List.of()), plan, ReconcileContext.of(EntryState.NONE)).steps();

    @Test
    void everythingIsThereAfterReopening() {
        PlanReport report = new PlanReport(new MonthlyCost(99), new Certificate(10, 9), List.of(), List.of(), List.of(), List.of("note"));
        long runId;
        try (RunStore store = store()) {
            runId = store.begin(plan, Optional.of(report), RunTerms.HELD, Set.of(), AT);
            store.beginAttempt(runId, Phase.DEPLOY, steps, AT);
            store.stepStarted(runId, 1, steps.get(0), AT);
            store.stepEnded(runId, 1, steps.get(0), StepState.DONE, 2, Optional.empty(), AT.plusSeconds(1));
            store.stepStarted(runId, 1, steps.get(1), AT.plusSeconds(1));
            store.entriesSet(plan.application(), 1, new EntryState(plan.entries()));
        }
        try (RunStore store = store()) {
            assertThat(store.target(plan.application())).contains(new Target(plan, Optional.of(report), AT));
            assertThat(store.targets()).hasSize(1);
            assertThat(store.unfinished()).containsExactly(runId);
            assertThat(store.entries(plan.application()).entries()).isEqualTo(plan.entries());
            assertThat(store.unconfirmed(plan.application())).containsExactly(steps.get(1).copy().orElseThrow());
            assertThat(store.roundState(plan.application()).created())
                    .containsExactly(new CreatedCopy(steps.get(1).copy().orElseThrow(), "host-21"));
            assertThat(store.footprint(plan.application())).containsExactlyInAnyOrder("host-11", "host-21");
            ExecutionReport run = store.run(runId).orElseThrow();
            assertThat(run.planId()).isEqualTo(plan.digest());
            assertThat(run.steps()).hasSize(7).first().isEqualTo(new StepRecord(1, 1, Phase.DEPLOY, steps.get(0).kind(),
                    steps.get(0).text(), steps.get(0).hostId(), Optional.of("image-of-db"), steps.get(0).waitsFor(),
                    StepState.DONE, 2, Optional.of(AT), Optional.of(AT.plusSeconds(1)), Optional.empty()));
        }
    }

    @Test
    void newestRunIsToldWithoutItsSteps() {
        try (RunStore store = store()) {
            assertThat(store.latestRuns()).isEmpty();
            assertThat(store.latestRun(plan.application())).isEmpty();
            long first = store.begin(plan, Optional.empty(), RunTerms.HELD, Set.of(), AT);
            store.runEnded(first, RunState.FAILED, Optional.of("no room"), AT.plusSeconds(1));
            RunSummary failed = new RunSummary(first, plan.application(), RunState.FAILED, AT, Optional.of(AT.plusSeconds(1)),
                    Optional.of("no room"));
            assertThat(store.latestRun(plan.application())).contains(failed);
            assertThat(store.latestRuns()).containsExactly(failed);
            long second = store.begin(plan, Optional.empty(), RunTerms.HELD, Set.of(), AT.plusSeconds(2));
            assertThat(store.latestRuns()).containsExactly(
                    new RunSummary(second, plan.application(), RunState.RUNNING, AT.plusSeconds(2), Optional.empty(), Optional.empty()));
        }
    }

    @Test
    void stateOfStepNeverGoesBack() {
        try (RunStore store = store()) {
            long runId = store.begin(plan, Optional.empty(), RunTerms.HELD, Set.of(), AT);
            store.beginAttempt(runId, Phase.DEPLOY, steps, AT);
            store.stepStarted(runId, 1, steps.get(0), AT);
            store.stepEnded(runId, 1, steps.get(0), StepState.DONE, 1, Optional.empty(), AT);
            assertThatThrownBy(() -> store.stepStarted(runId, 1, steps.get(0), AT)).isInstanceOf(IllegalStateException.class);
            assertThatThrownBy(() -> store.stepEnded(runId, 1, steps.get(0), StepState.FAILED, 1, Optional.empty(), AT))
                    .isInstanceOf(IllegalStateException.class);
            assertThatThrownBy(() -> store.stepEnded(runId, 1, steps.get(1), StepState.DONE, 1, Optional.empty(), AT))
                    .isInstanceOf(IllegalStateException.class);
        }
    }

    @Test
    void runThatIsDoneStaysDone() {
        try (RunStore store = store()) {
            long runId = store.begin(plan, Optional.empty(), RunTerms.HELD, Set.of(), AT);
            store.runEnded(runId, RunState.DONE, Optional.empty(), AT);
            assertThatThrownBy(() -> store.reopened(runId, AT)).isInstanceOf(IllegalStateException.class);
            assertThatThrownBy(() -> store.runEnded(runId, RunState.FAILED, Optional.empty(), AT))
                    .isInstanceOf(IllegalStateException.class);
        }
    }

    @Test
    void aCancelIsThereUntilWhatItHeldIsResumed() {
        Cancel cancel = new Cancel("ana", AT.plusSeconds(1));
        long runId;
        try (RunStore store = store()) {
            runId = store.begin(plan, Optional.empty(), RunTerms.HELD, Set.of(), AT);
            assertThat(store.run(runId).orElseThrow().cancel()).isEmpty();
            assertThat(store.cancelled(runId, cancel)).isTrue();
            assertThat(store.cancelled(runId, new Cancel("bo", AT.plusSeconds(2)))).as("of somebody else, later").isTrue();
        }
        try (RunStore store = store()) {
            assertThat(store.run(runId).orElseThrow().cancel()).as("the first one's").contains(cancel);
            store.reopened(runId, AT);
            assertThat(store.run(runId).orElseThrow().cancel()).as("after the server's end").contains(cancel);
            assertThatThrownBy(() -> store.runEnded(runId, RunState.DONE, Optional.empty(), AT)).isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("is cancelled");
            store.runEnded(runId, RunState.FAILED, Optional.of("It was cancelled by ana."), AT);
            assertThat(store.cancelled(runId, cancel)).as("ended").isFalse();
            store.reopened(runId, AT);
            assertThat(store.run(runId).orElseThrow().cancel()).as("resumed").isEmpty();
            store.runEnded(runId, RunState.DONE, Optional.empty(), AT);
        }
    }

    @Test
    void whatGoesBackIsNotCancelledAndStaysCancelledIfItWas() {
        DeploymentPlan back = Plans.frontAndDb("host-12", "host-21", Optional.of(plan));
        try (RunStore store = store()) {
            long runId = store.begin(plan, Optional.empty(), RunTerms.HELD, Set.of(), AT);
            store.cancelled(runId, new Cancel("ana", AT));
            store.beginUndo(runId, back, "It was cancelled by ana.", AT);
            assertThat(store.cancelled(runId, new Cancel("bo", AT))).isFalse();
            store.runEnded(runId, RunState.FAILED, Optional.of("no way back"), AT);
            store.reopened(runId, AT);
            store.runEnded(runId, RunState.UNDONE, Optional.of("It was cancelled by ana."), AT);
            assertThat(store.run(runId).orElseThrow().cancel()).contains(new Cancel("ana", AT));
        }
    }

    @Test
    void ofTwoPlansWithOneParentOnlyTheFirstBecomesTheTarget() {
        DeploymentPlan one = Plans.frontAndDb("host-12", "host-21", Optional.of(plan));
        DeploymentPlan other = Plans.frontAndDb("host-22", "host-21", Optional.of(plan));
        try (RunStore store = store()) {
            store.begin(plan, Optional.empty(), RunTerms.HELD, Set.of(), AT);
            store.begin(one, Optional.empty(), RunTerms.HELD, Set.of(), AT);
            assertThatThrownBy(() -> store.begin(other, Optional.empty(), RunTerms.HELD, Set.of(), AT)).isInstanceOf(OutdatedPlan.class);
            assertThat(store.target(plan.application()).map(Target::plan)).contains(one);
            assertThat(store.runs(plan.application())).containsExactly(2L, 1L);
        }
    }

    /** Writes that wait at the same time share a commit; one that is refused takes none of the others with it. */
    @Test
    void writersAtOnceDoNotDisturbEachOther() throws InterruptedException {
        try (RunStore store = store()) {
            long runId = store.begin(plan, Optional.empty(), RunTerms.HELD, Set.of(), AT);
            store.beginAttempt(runId, Phase.DEPLOY, steps, AT);
            Queue<String> refused = new ConcurrentLinkedQueue<>();
            List<Thread> writers = new ArrayList<>();
            for (Step step : steps) {
                for (int twice = 0; twice < 2; twice++) {
                    writers.add(new Thread(() -> {
                        try {
                            store.stepStarted(runId, 1, step, AT);
                        } catch (IllegalStateException e) {
                            refused.add(e.getMessage());
                        }
                    }));
                }
            }
            writers.forEach(Thread::start);
            for (Thread writer : writers) {
                writer.join();
            }
            assertThat(refused).hasSize(steps.size()).allMatch(message -> message.endsWith("cannot become RUNNING"));
            assertThat(store.run(runId).orElseThrow().steps()).allMatch(step -> step.state() == StepState.RUNNING);
        }
    }

    @Test
    void newestDurationsComeFirst() {
        try (RunStore store = store()) {
            long runId = store.begin(plan, Optional.empty(), RunTerms.HELD, Set.of(), AT);
            store.beginAttempt(runId, Phase.DEPLOY, steps, AT);
            for (int i = 0; i < 3; i++) {
                store.stepStarted(runId, 1, steps.get(i), AT);
                store.stepEnded(runId, 1, steps.get(i), StepState.DONE, 1, Optional.empty(), AT.plusSeconds(i + 1));
            }
            assertThat(store.durations(2)).extracting(StepDuration::duration).containsExactly(Duration.ofSeconds(3), Duration.ofSeconds(2));
        }
    }

    @Test
    void plansThatMayBeInForceSomewhereAreThoseSinceTheLastThatEnded() {
        DeploymentPlan next = Plans.frontAndDb("host-12", "host-21", Optional.of(plan));
        try (RunStore store = store()) {
            long first = store.begin(plan, Optional.empty(), RunTerms.HELD, Set.of("host-31"), AT);
            assertThat(store.footprint(plan.application())).contains("host-31");
            store.runEnded(first, RunState.DONE, Optional.empty(), AT);
            assertThat(store.footprint(plan.application())).doesNotContain("host-31");
            long second = store.begin(next, Optional.empty(), RunTerms.HELD, Set.of(), AT);
            DeploymentPlan back = Plans.frontAndDb("host-11", "host-21", Optional.of(next));
            store.beginUndo(second, back, "a step failed", AT);
            assertThat(store.unsettled(plan.application())).containsExactlyInAnyOrder(plan, next, back);
            assertThat(store.adoptions(plan.application())).extracting(TargetRecord::phase)
                    .containsExactly(Phase.UNDO, Phase.DEPLOY, Phase.DEPLOY);
            store.runEnded(second, RunState.UNDONE, Optional.of("a step failed"), AT);
            assertThat(store.run(second).orElseThrow().state()).isEqualTo(RunState.UNDONE);
        }
    }

    @Test
    void entriesAreThoseToldLast() {
        try (RunStore store = store()) {
            store.entriesSet("b", 1, new EntryState(plan.entries()));
            store.entriesSet("a", 2, EntryState.NONE);
            store.entriesSet("b", 3, EntryState.NONE);
            assertThat(store.allEntries()).containsOnlyKeys("a", "b");
            assertThat(store.allEntries().get("b")).isEqualTo(new RunStore.EntriesInForce(3, EntryState.NONE));
        }
    }

    /** Opened again it has what it had before. */
    abstract RunStore store();
}
