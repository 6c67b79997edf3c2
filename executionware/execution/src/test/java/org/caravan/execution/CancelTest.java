package org.caravan.execution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.caravan.adapter.AdapterFault;
import org.caravan.application.OnFailure;
import org.caravan.diagnostic.Diagnostic;
import org.caravan.diagnostic.RejectedInput;
import org.caravan.execution.journal.Cancel;
import org.caravan.execution.journal.ExecutionReport;
import org.caravan.execution.journal.Phase;
import org.caravan.execution.journal.ProgressListener;
import org.caravan.execution.journal.RunState;
import org.caravan.execution.journal.RunTerms;
import org.caravan.execution.journal.StepState;
import org.caravan.execution.step.ExecutionPolicy;
import org.caravan.execution.time.Clock;
import org.caravan.plan.DeploymentPlan;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** From the moment of a cancel no step is begun; what was begun ends; then it is as if a step had failed for good. */
@Timeout(60)
class CancelTest extends OnBench {

    private static final RunTerms UNDO = new RunTerms(OnFailure.UNDO, Set.of());

    @Test
    void stepsOnTheirWayEndAndTheRestIsSkippedAndTheRunHeld() {
        bench.carryOut(first);
        cancelAt("CREATE");
        ExecutionReport held = bench.carryOut(frontMoves);
        assertThat(held.state()).isEqualTo(RunState.FAILED);
        assertThat(held.error()).contains("It was cancelled by ana.\nMaybe resume the deployment when it suits, or roll it back.");
        assertThat(held.cancel().orElseThrow().by()).isEqualTo("ana");
        assertThat(states(held)).containsExactly("ADMIT DONE", "IMAGE DONE", "CREATE DONE", "CONFIRM SKIPPED", "ENTRY SKIPPED",
                "DRAIN SKIPPED",
                "DESTROY SKIPPED", "ADMIT SKIPPED");
        assertThat(bench.world.copies).as("the old one serves, the new one is made").hasSize(3);
        assertThat(bench.world.violations).isEmpty();
    }

    @Test
    void aResumeTakesItBack() {
        bench.carryOut(first);
        cancelAt("CREATE");
        long runId = bench.carryOut(frontMoves).runId();
        mend();
        bench.deployment.resume(runId);
        ExecutionReport done = bench.await(runId);
        bench.assertSettled(frontMoves, done);
        assertThat(done.cancel()).isEmpty();
        assertThat(bench.world.violations).isEmpty();
    }

    @Test
    void whatIsHeldCanBeRolledBack() {
        bench.carryOut(first);
        cancelAt("CREATE");
        bench.carryOut(frontMoves);
        mend();
        DeploymentPlan back = new Rollback(bench.fleet, bench.store).plan(first.application(), Optional.empty(), Set.of());
        bench.assertSettled(back, bench.carryOut(back));
        assertThat(back.instances()).isEqualTo(first.instances());
    }

    @Test
    void itGoesBackIfTheModelSaysSo() {
        bench.carryOut(first, UNDO);
        cancelAt("CREATE");
        ExecutionReport undone = bench.carryOut(frontMoves, UNDO);
        assertThat(undone.state()).isEqualTo(RunState.UNDONE);
        assertThat(undone.error().orElseThrow()).startsWith("It was cancelled by ana.\nMaybe ");
        assertThat(undone.cancel()).isPresent();
        assertThat(states(undone)).containsExactly("ADMIT UNDONE", "IMAGE DONE", "CREATE UNDONE", "CONFIRM SKIPPED", "ENTRY SKIPPED",
                "DRAIN SKIPPED", "DESTROY SKIPPED", "ADMIT SKIPPED", "CONFIRM DONE", "DRAIN DONE", "DESTROY DONE", "ADMIT DONE");
        assertThat(target().instances()).isEqualTo(first.instances());
        bench.assertReal(target());
        assertThat(bench.world.violations).isEmpty();
    }

    @Test
    void twiceIsOneWishWhoeverHasItAndHoweverItEnded() {
        bench.carryOut(first);
        onCall("CREATE", () -> {
            bench.deployment.cancel(2, "ana");
            bench.deployment.cancel(2, "bo");
        });
        ExecutionReport held = bench.carryOut(frontMoves);
        bench.deployment.cancel(2, "cy");
        assertThat(bench.store.run(2)).contains(held);
        assertThat(held.cancel().orElseThrow().by()).isEqualTo("ana");
    }

    @Test
    void whatIsNotUnderWayForwardsSaysWhy() {
        assertRefused(7, "unknown-deployment", "There is no deployment 7.");
        bench.carryOut(first, UNDO);
        assertRefused(1, "deployment-ended", "Deployment 1 of app-0 is not under way: DONE.");
        CountDownLatch goesBack = new CountDownLatch(1);
        CountDownLatch looked = new CountDownLatch(1);
        bench.world.hook = (call, before) -> {
            if (before && call.equals("ENTRY") && goesBack.getCount() > 0) {
                throw new AdapterFault(AdapterFault.Kind.NO_CAPACITY, "no");
            }
            if (before && call.equals("DRAIN")) {
                goesBack.countDown();
                awaitQuietly(looked);
            }
        };
        long runId = bench.deployment.start(frontMoves, Optional.empty(), UNDO);
        awaitQuietly(goesBack);
        assertRefused(runId, "deployment-undoing", "is on its way back.");
        looked.countDown();
        assertThat(bench.await(runId).state()).isEqualTo(RunState.UNDONE);
        assertRefused(runId, "deployment-ended", "is not under way: UNDONE.");
        assertThat(bench.store.run(runId).orElseThrow().cancel()).isEmpty();
    }

    /** With the real clock: it would ask for two minutes. */
    @Test
    void aStepThatOnlyWaitsGivesUp() {
        bench.world.questionsUntilReady = Integer.MAX_VALUE;
        bench.deployment = bench.deployment(Clock.SYSTEM, ProgressListener.NONE);
        CountDownLatch asked = new CountDownLatch(3);
        onCall("CONFIRM", asked::countDown);
        long runId = bench.deployment.start(first, Optional.empty());
        awaitQuietly(asked);
        bench.deployment.cancel(runId, "ana");
        ExecutionReport held = bench.await(runId);
        assertThat(held.state()).isEqualTo(RunState.FAILED);
        assertThat(held.steps()).filteredOn(step -> step.state() == StepState.FAILED).singleElement().satisfies(step ->
                assertThat(step.error().orElseThrow())
                        .startsWith(
                        "CONFIRM db:1@1 on host-21 failed: it was abandoned, because the deployment was cancelled.\nMaybe resume"));
    }

    /** The pause before the next try is an hour. */
    @Test
    void whatFailedIsNotTriedAgain() {
        ExecutionPolicy slow = new ExecutionPolicy(4, Duration.ofHours(1), Duration.ofSeconds(120), Duration.ofSeconds(30),
                Duration.ofSeconds(1), 3, Duration.ofSeconds(20));
        bench.deployment.close();
        bench.deployment = new DeploymentService(bench.fleet, bench.store, bench.world, slow, Clock.SYSTEM, ProgressListener.NONE);
        CountDownLatch failed = new CountDownLatch(2);
        onCall("IMAGE", () -> {
            failed.countDown();
            throw new AdapterFault(AdapterFault.Kind.UNREACHABLE, "no answer");
        });
        long runId = bench.deployment.start(first, Optional.empty());
        awaitQuietly(failed);
        bench.deployment.cancel(runId, "ana");
        ExecutionReport held = bench.await(runId);
        assertThat(held.error().orElseThrow()).startsWith("It was cancelled by ana.");
        assertThat(held.steps()).filteredOn(step -> step.state() == StepState.FAILED).hasSize(2).allSatisfy(step -> {
            assertThat(step.tries()).isEqualTo(1);
            assertThat(step.error().orElseThrow()).contains("no answer");
        });
    }

    /** The answer was given and the server killed: the next one begins no step. */
    @Test
    void itIsCancelledStillAfterTheServersEnd() {
        bench.carryOut(first);
        crashAfterTheWish();
        assertThat(bench.carryOut(frontMoves).state()).isEqualTo(RunState.RUNNING);
        mend();
        bench.world.calls.clear();
        bench.restart();
        assertThat(bench.deployment.recover()).containsExactly(2L);
        ExecutionReport held = bench.await(2);
        assertThat(held.state()).isEqualTo(RunState.FAILED);
        assertThat(held.error().orElseThrow()).startsWith("It was cancelled by ana.");
        assertThat(held.steps()).noneMatch(step -> step.state() == StepState.PENDING || step.state() == StepState.RUNNING);
        assertThat(bench.world.calls).as("users get the answers they had").containsExactly("ENTRY app-0");
        bench.deployment.resume(2);
        bench.assertSettled(frontMoves, bench.await(2));
    }

    @Test
    void theNextServerGoesBackWhereTheModelSaysSo() {
        bench.carryOut(first, UNDO);
        crashAfterTheWish();
        bench.carryOut(frontMoves, UNDO);
        mend();
        bench.restart();
        bench.deployment.recover();
        assertThat(bench.await(2).state()).isEqualTo(RunState.UNDONE);
        assertThat(target().instances()).isEqualTo(first.instances());
        bench.assertReal(target());
        assertThat(bench.world.violations).isEmpty();
    }

    /** It crashed, and the server lives: nobody carries the run out. */
    @Test
    void aRunThatLiesThereIsEnded() {
        bench.carryOut(first);
        AtomicBoolean crashes = new AtomicBoolean(true);
        onCall("CREATE", () -> {
            if (crashes.getAndSet(false)) {
                throw new Crash();
            }
        });
        assertThat(bench.carryOut(frontMoves).state()).isEqualTo(RunState.RUNNING);
        bench.deployment.cancel(2, "ana");
        assertThat(bench.await(2).error().orElseThrow()).startsWith("It was cancelled by ana.");
        assertThat(bench.world.copies).hasSize(2);
    }

    /**
     * Wherever it is cancelled, in whichever thread: it is the old plan or, where it came too late, the new one; and no step begins after
     * it.
     */
    @ParameterizedTest
    @ValueSource(longs = {0, 20, 40})
    void cancelAnywhereEndsInOneOfBothPlans(long firstSeed) {
        int undone = 0;
        for (long seed = firstSeed; seed < firstSeed + 20; seed++) {
            Plans plans = new Plans(seed);
            DeploymentPlan before = plans.first();
            bench.assertSettled(before, bench.carryOut(before, UNDO));
            DeploymentPlan after = plans.next(before);
            cancelAtCall((int) (seed % 17), bench.store.runs(before.application()).get(0) + 1);
            ExecutionReport report = bench.carryOut(after, UNDO);
            mend();
            assertThat(report.state()).isEqualTo(report.cancel().isPresent() ? RunState.UNDONE : RunState.DONE);
            bench.assertReal(bench.store.target(after.application()).orElseThrow().plan());
            Optional<Instant> at = report.cancel().map(Cancel::at);
            assertThat(report.steps()).filteredOn(step -> step.phase() == Phase.DEPLOY).noneMatch(step -> at.isPresent()
                    && step.startedAt().filter(at.get()::isBefore).isPresent());
            undone += report.state() == RunState.UNDONE ? 1 : 0;
            bench.await(bench.deployment.destroy(after.application()));
        }
        assertThat(undone).isPositive();
        assertThat(bench.world.violations).isEmpty();
    }

    private void cancelAtCall(int cancelled, long runId) {
        AtomicInteger changes = new AtomicInteger();
        bench.world.hook = (call, before) -> {
            if (before && !Set.of("OBSERVE", "MACHINES").contains(call) && changes.getAndIncrement() == cancelled) {
                try {
                    bench.deployment.cancel(runId, "ana");
                } catch (RejectedInput tooLate) {
                    assertThat(tooLate.diagnostics().get(0).code()).startsWith("deployment-");
                }
            }
        };
    }

    private void cancelAt(String call) {
        onCall(call, () -> bench.deployment.cancel(2, "ana"));
    }

    private void crashAfterTheWish() {
        onCall("CREATE", () -> {
            bench.deployment.cancel(2, "ana");
            throw new Crash();
        });
    }

    private void mend() {
        bench.world.hook = (call, before) -> { };
    }

    private static List<String> states(ExecutionReport report) {
        return report.steps().stream().map(step -> step.kind() + " " + step.state()).toList();
    }

    private void assertRefused(long runId, String code, String message) {
        assertThatThrownBy(() -> bench.deployment.cancel(runId, "ana")).isInstanceOfSatisfying(RejectedInput.class, refused -> {
            Diagnostic first = refused.diagnostics().get(0);
            assertThat(first.code()).isEqualTo(code);
            assertThat(first.message()).contains(message);
        });
    }
}
