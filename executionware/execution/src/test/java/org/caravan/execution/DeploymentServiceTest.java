package org.caravan.execution;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.LongStream;
import org.caravan.change.Removal;
import org.caravan.execution.fleet.SecretSource;
import org.caravan.execution.journal.ExecutionReport;
import org.caravan.execution.journal.ProgressListener;
import org.caravan.execution.journal.RunState;
import org.caravan.execution.journal.RunTerms;
import org.caravan.execution.journal.StepEvent;
import org.caravan.execution.journal.StepRecord;
import org.caravan.execution.journal.StepState;
import org.caravan.execution.journal.Target;
import org.caravan.execution.time.Clock;
import org.caravan.execution.time.WorkObserver;
import org.caravan.plan.DeploymentPlan;
import org.junit.jupiter.api.Test;

/** What happens to runs over restarts, beside each other, and for those who watch. */
class DeploymentServiceTest extends OnBench {

    @Test
    void shutdownLeavesTheRunForTheNextStart() throws InterruptedException {
        CountDownLatch asked = new CountDownLatch(3);
        bench.world.questionsUntilReady = Integer.MAX_VALUE;
        onCall("CONFIRM", asked::countDown);
        DeploymentService stopping = bench.deployment(Clock.SYSTEM, ProgressListener.NONE);
        long runId = stopping.start(first, Optional.empty());
        asked.await();
        stopping.close();
        assertThat(bench.store.run(runId).orElseThrow().state()).isEqualTo(RunState.RUNNING);

        bench.world.copies.values().forEach(copy -> copy.questionsUntilReady = 0);
        bench.world.questionsUntilReady = 0;
        bench.assertSettled(first, bench.recoverAndCarryOut(first));
        StepRecord interrupted = bench.store.run(runId).orElseThrow().steps().get(2);
        assertThat(interrupted.state()).isEqualTo(StepState.FAILED);
        assertThat(interrupted.error().orElseThrow()).contains("The server stopped");
    }

    @Test
    void usersGetTheirAnswersBackAfterRestart() {
        bench.carryOut(first);
        bench.world.entries.clear();
        bench.restart();
        assertThat(bench.deployment.recover()).isEmpty();
        assertThat(bench.world.entries.get(first.application())).isEqualTo(first.entries());
    }

    @Test
    void interruptedRunOfFormerTargetDoesNotKeepOthersFromGoingOn() {
        long superseded = bench.store.begin(first, Optional.empty(), RunTerms.HELD, Set.of(), Instant.EPOCH);
        long wanted = bench.store.begin(frontMoves, Optional.empty(), RunTerms.HELD, Set.of(), Instant.EPOCH);
        assertThat(bench.deployment.recover()).containsExactly(wanted);
        bench.assertSettled(frontMoves, bench.await(wanted));
        assertThat(bench.store.run(superseded).orElseThrow().state()).isEqualTo(RunState.FAILED);
    }

    @Test
    void applicationsAreDeployedSideBySide() {
        bench.world.watchful = false;
        List<DeploymentPlan> plans = LongStream.range(0, 8)
                .mapToObj(seed -> new Plans(seed).withSlotsFrom(100 + 12 * (int) seed).first()).toList();
        List<Long> runIds = plans.stream().map(plan -> bench.deployment.start(plan, Optional.empty())).toList();
        // All have ended before the world is looked at: it is changed by as many threads as there are runs.
        List<ExecutionReport> reports = runIds.stream().map(bench::await).toList();
        for (int i = 0; i < plans.size(); i++) {
            bench.assertSettled(plans.get(i), reports.get(i));
        }
        assertThat(bench.store.targets()).extracting(Target::plan).containsExactlyElementsOf(plans);
    }

    @Test
    void destroyLeavesNothingAndTheNextPlanSucceedsIt() {
        bench.carryOut(first);
        ExecutionReport done = bench.await(bench.deployment.destroy(first.application()));
        bench.assertSettled(Removal.of(first), done);
        DeploymentPlan again = Plans.frontAndDb("host-11", "host-21", Optional.of(Removal.of(first)));
        bench.assertSettled(again, bench.carryOut(again));
    }

    @Test
    void nextRunStartsAsSoonAsTheJournalHasTheEndOfTheFormer() throws InterruptedException {
        CountDownLatch recorded = new CountDownLatch(1);
        WorkObserver slow = new WorkObserver() {
            @Override
            public Work run(long runId, DeploymentPlan plan) {
                return outcome -> {
                    recorded.countDown();
                    LockSupport.parkNanos(Duration.ofMillis(300).toNanos());
                };
            }
        };
        try (DeploymentService service = new DeploymentService(bench.fleet, bench.store, bench.world, SecretSource.NONE, Bench.POLICY,
                Clock.SYSTEM, ProgressListener.NONE, slow)) {
            service.start(first, Optional.empty());
            recorded.await();
            long second = service.start(frontMoves, Optional.empty());
            assertThat(service.await(second, Duration.ofMinutes(1)).state()).isEqualTo(RunState.DONE);
        }
    }

    @Test
    void listenerSeesEveryStepAndItsFailuresDoNoHarm() {
        List<String> seen = Collections.synchronizedList(new ArrayList<>());
        DeploymentService told = bench.deployment(new FastClock(), new ProgressListener() {
            @Override
            public void onStep(StepEvent event) {
                seen.add(event.step().number() + " " + event.step().state());
                throw new IllegalStateException("a listener's own trouble");
            }

            @Override
            public void onRun(ExecutionReport report) {
                seen.add("run " + report.state());
            }
        });
        bench.deployment = told;
        bench.assertSettled(first, bench.carryOut(first));
        assertThat(seen).startsWith("run RUNNING").endsWith("7 RUNNING", "7 DONE", "run DONE");
        assertThat(seen).contains("2 RUNNING", "2 DONE");
    }
}
