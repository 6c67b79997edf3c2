package org.caravan.execution;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.caravan.adapter.AdapterFault;
import org.caravan.adapter.InstanceId;
import org.caravan.application.OnFailure;
import org.caravan.execution.journal.ExecutionReport;
import org.caravan.execution.journal.Phase;
import org.caravan.execution.journal.RunState;
import org.caravan.execution.journal.RunTerms;
import org.caravan.execution.journal.StepRecord;
import org.caravan.plan.DeploymentPlan;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A deployment that fails goes back to what was before, if the model says so; it is never called a success. */
class UndoTest extends OnBench {

    private static final RunTerms UNDO = new RunTerms(OnFailure.UNDO, Set.of("db"));

    @Test
    void failedMoveGoesBackToWhatWas() {
        bench.carryOut(first, UNDO);
        failOn("ENTRY");
        ExecutionReport undone = bench.carryOut(frontMoves, UNDO);
        assertThat(undone.state()).isEqualTo(RunState.UNDONE);
        assertThat(undone.error().orElseThrow()).contains("ENTRY failed: no").contains("\nMaybe ");
        assertThat(target().instances()).isEqualTo(first.instances());
        assertThat(target().generation()).isEqualTo(3);
        bench.assertReal(target());
        assertThat(bench.world.violations).isEmpty();
    }

    @Test
    void stepsThatWereDoneAreUndoneAndTheWayBackIsAPhaseOfItsOwn() {
        bench.carryOut(first, UNDO);
        failOn("ENTRY");
        List<StepRecord> steps = bench.carryOut(frontMoves, UNDO).steps();
        assertThat(steps).filteredOn(step -> step.phase() == Phase.DEPLOY).extracting(step -> step.kind() + " " + step.state())
                .containsExactly("ADMIT UNDONE", "IMAGE DONE", "CREATE UNDONE", "CONFIRM UNDONE", "ENTRY FAILED", "DRAIN SKIPPED",
                        "DESTROY SKIPPED",
                        "ADMIT SKIPPED");
        assertThat(steps).filteredOn(step -> step.phase() == Phase.UNDO).extracting(step -> step.kind() + " " + step.state())
                .containsExactly("CONFIRM DONE", "DRAIN DONE", "DESTROY DONE", "ADMIT DONE");
    }

    @Test
    void aCopyThatTheListLacksIsRemovedToo() {
        bench.carryOut(first, UNDO);
        bench.world.unlisted = copy -> copy.instance().equals(InstanceId.parse("front:1")) && copy.generation() == 2;
        failOn("ENTRY");
        ExecutionReport undone = bench.carryOut(frontMoves, UNDO);
        assertThat(undone.state()).isEqualTo(RunState.UNDONE);
        assertThat(undone.steps()).filteredOn(step -> step.phase() == Phase.UNDO).extracting(step -> step.kind() + " " + step.state())
                .containsExactly("CONFIRM DONE", "DESTROY DONE", "ADMIT DONE");
        bench.assertReal(target());
        assertThat(bench.store.roundState(first.application()).created()).isEmpty();
    }

    /** Users are sent to the new copy already, which is ready; to go back would only move them once more. */
    @Test
    void aListThatLacksAReadyCopyIsNoReasonToGoBack() {
        bench.carryOut(first, UNDO);
        bench.world.unlisted = copy -> copy.instance().equals(InstanceId.parse("front:1")) && copy.generation() == 2;
        ExecutionReport held = bench.carryOut(frontMoves, UNDO);
        assertThat(held.state()).isEqualTo(RunState.FAILED);
        assertThat(held.error()).contains("The list of copies lacks front:1@2 on host-31, created and ready there."
                + "\nMaybe wait until the list is complete, then resume the deployment.");
        bench.world.unlisted = copy -> false;
        bench.assertReal(frontMoves);
        bench.deployment.resume(held.runId());
        bench.assertSettled(frontMoves, bench.await(held.runId()));
    }

    @Test
    void aFirstDeploymentThatFailsLeavesNothing() {
        failOn("ENTRY");
        ExecutionReport undone = bench.carryOut(first, UNDO);
        assertThat(undone.state()).isEqualTo(RunState.UNDONE);
        assertThat(bench.world.copies).isEmpty();
        assertThat(target().instances()).isEmpty();
    }

    @Test
    void heldIsTheDefaultAndCanBeRolledBackByAPerson() {
        bench.carryOut(first);
        failOn("ENTRY");
        ExecutionReport held = bench.carryOut(frontMoves);
        assertThat(held.state()).isEqualTo(RunState.FAILED);
        assertThat(held.steps()).noneMatch(step -> step.phase() == Phase.UNDO);
        mend();
        DeploymentPlan back = new Rollback(bench.fleet, bench.store).plan(first.application(), Optional.empty(), Set.of("db"));
        bench.assertSettled(back, bench.carryOut(back));
        assertThat(back.instances()).isEqualTo(first.instances());
    }

    @Test
    void whatCannotBeUndoneIsHeldWithBothReasonsAndGoesOnBackwards() {
        bench.carryOut(first, UNDO);
        bench.world.hook = (call, before) -> {
            if (before && call.equals("ENTRY")) {
                bench.world.unreachable.add("host-31");
                throw new AdapterFault(AdapterFault.Kind.NO_CAPACITY, "no");
            }
        };
        ExecutionReport failed = bench.carryOut(frontMoves, UNDO);
        assertThat(failed.state()).isEqualTo(RunState.FAILED);
        assertThat(failed.error().orElseThrow()).contains("host-31 was not observed").contains("This was the way back after: ENTRY failed");
        mend();
        bench.world.unreachable.clear();
        bench.deployment.resume(failed.runId());
        assertThat(bench.await(failed.runId()).state()).isEqualTo(RunState.UNDONE);
        bench.assertReal(target());
        assertThat(target().instances()).isEqualTo(first.instances());
    }

    @Test
    void dataIsNotLostByAnUndo() {
        bench.carryOut(first, UNDO);
        // The planner would not move it: it keeps data only since the model of this deployment says so.
        bench.world.hook = failsOnceTheOldDatabaseIsGone();
        ExecutionReport held = bench.carryOut(Plans.frontAndDb("host-12", "host-31", Optional.of(first)), UNDO);
        assertThat(held.state()).isEqualTo(RunState.FAILED);
        assertThat(held.error().orElseThrow()).contains("It was not undone: Going back to generation 1 of app-0"
                + " would move db:1, which keeps data on host-31, to host-21");
    }

    private InMemoryAdapter.Hook failsOnceTheOldDatabaseIsGone() {
        AtomicInteger destroyed = new AtomicInteger();
        return (call, before) -> {
            if (call.equals("DESTROY") && !before && destroyed.incrementAndGet() == 2) {
                throw new AdapterFault(AdapterFault.Kind.NO_CAPACITY, "no");
            }
        };
    }

    @Test
    void aRunThatOnlyMendsHasNothingToGoBackTo() {
        bench.carryOut(first, UNDO);
        bench.copy(first, "front").running = false;
        failOn("CREATE");
        assertThat(bench.carryOut(first, UNDO).state()).isEqualTo(RunState.FAILED);
        assertThat(target()).isEqualTo(first);
    }

    @Test
    void historyTellsWhatWasFollowedAndWhy() {
        bench.carryOut(first, UNDO);
        failOn("ENTRY");
        bench.carryOut(frontMoves, UNDO);
        mend();
        bench.carryOut(target(), UNDO);
        assertThat(bench.store.adoptions(first.application()))
                .extracting(adoption -> adoption.generation() + " " + adoption.phase() + " " + adoption.state() + " " + adoption.target())
                .containsExactly("3 UNDO UNDONE true", "2 DEPLOY UNDONE false", "1 DEPLOY DONE false");
    }

    /** Whatever fails wherever, and wherever the server dies on the way: it is the new plan, or the old one, whole. */
    @ParameterizedTest
    @ValueSource(longs = {0, 20, 40, 60, 80})
    void failureAnywhereEndsInOneOfBothPlans(long firstSeed) {
        int undone = 0;
        for (long seed = firstSeed; seed < firstSeed + 20; seed++) {
            Plans plans = new Plans(seed);
            RunTerms terms = new RunTerms(OnFailure.UNDO, Set.of());
            DeploymentPlan before = plans.first();
            bench.assertSettled(before, bench.carryOut(before, terms));
            DeploymentPlan after = plans.next(before);
            Random random = new Random(seed);
            failAt(random.nextInt(10), random.nextInt(3) == 0 ? random.nextInt(40) : Integer.MAX_VALUE);
            ExecutionReport report = bench.carryOut(after, terms);
            mend();
            bench.restart();
            bench.deployment.recover().forEach(bench::await);
            List<Long> runs = bench.store.runs(after.application());
            report = bench.store.run(runs.get(0)).orElseThrow();
            DeploymentPlan target = bench.store.target(after.application()).orElseThrow().plan();
            assertThat(report.state()).isIn(RunState.DONE, RunState.UNDONE);
            bench.assertReal(target);
            if (report.state() == RunState.UNDONE) {
                undone++;
                assertThat(target.instances()).hasSameSizeAs(before.instances());
                assertThat(target.instances()).zipSatisfy(before.instances(), (now, then) -> {
                    assertThat(now.hostId()).isEqualTo(then.hostId());
                    assertThat(now.spec().withAddresses(List.of())).isEqualTo(then.spec().withAddresses(List.of()));
                });
            }
            bench.await(bench.deployment.destroy(after.application()));
        }
        assertThat(undone).isPositive();
        assertThat(bench.world.violations).isEmpty();
    }

    private void failAt(int failing, int fatal) {
        AtomicInteger calls = new AtomicInteger();
        AtomicInteger changes = new AtomicInteger();
        bench.world.hook = (call, before) -> {
            if (calls.getAndIncrement() >= fatal) {
                throw new Crash();
            }
            if (before && !Set.of("OBSERVE", "MACHINES").contains(call) && changes.getAndIncrement() == failing) {
                throw new AdapterFault(AdapterFault.Kind.NO_CAPACITY, "no");
            }
        };
    }

    private void failOn(String call) {
        AtomicInteger failures = new AtomicInteger();
        onCall(call, () -> {
            if (failures.getAndIncrement() == 0) {
                throw new AdapterFault(AdapterFault.Kind.NO_CAPACITY, "no");
            }
        });
    }

    private void mend() {
        bench.world.hook = (call, before) -> { };
    }
}
