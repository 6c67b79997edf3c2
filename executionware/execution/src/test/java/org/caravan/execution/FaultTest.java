package org.caravan.execution;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.caravan.adapter.AdapterFault;
import org.caravan.change.StepKind;
import org.caravan.execution.journal.ExecutionReport;
import org.caravan.execution.journal.RunState;
import org.caravan.execution.journal.StepRecord;
import org.caravan.execution.journal.StepState;
import org.junit.jupiter.api.Test;

/** A step that fails is never reported as success, and the run can be resumed. */
class FaultTest extends OnBench {

    @Test
    void hostLostInTheMiddleFailsTheRunWhichCanBeResumed() {
        bench.carryOut(first);
        onCall("CREATE", () -> bench.world.unreachable.add("host-31"));
        ExecutionReport failed = bench.carryOut(frontMoves);
        assertThat(failed.state()).isEqualTo(RunState.FAILED);
        assertThat(failed.error().orElseThrow()).contains("CREATE front:1@2 on host-31").contains("\nMaybe ");
        assertThat(failed.newestSteps()).filteredOn(step -> step.kind() == StepKind.DESTROY)
                .allMatch(step -> step.state() == StepState.SKIPPED);
        assertThat(bench.copy(first, "front").running).isTrue();

        bench.world.hook = (call, before) -> { };
        bench.world.unreachable.clear();
        bench.deployment.resume(failed.runId());
        ExecutionReport done = bench.await(failed.runId());
        bench.assertSettled(frontMoves, done);
        assertThat(done.attempt()).isEqualTo(2);
    }

    @Test
    void oldCopyOnLostHostFailsTheRunUntilItIsSeenToBeGone() {
        bench.carryOut(first);
        bench.world.unreachable.add("host-11");
        ExecutionReport failed = bench.carryOut(frontMoves);
        assertThat(failed.state()).isEqualTo(RunState.FAILED);
        assertThat(failed.error().orElseThrow()).contains("host-11 was not observed").contains("\nMaybe bring it back");
        assertThat(bench.world.entries.get(first.application())).isEqualTo(frontMoves.entries());

        bench.world.unreachable.clear();
        bench.deployment.resume(failed.runId());
        bench.assertSettled(frontMoves, bench.await(failed.runId()));
    }

    @Test
    void lostHostThatNeverHadCopiesIsNoObstacle() {
        bench.world.unreachable.add("host-32");
        assertThat(bench.carryOut(first).state()).isEqualTo(RunState.DONE);
    }

    @Test
    void failedStepSkipsWhatWaitsForItAndOthersFinish() {
        onCall("CREATE", () -> {
            throw new AdapterFault(AdapterFault.Kind.NO_CAPACITY, "host-21 is full");
        });
        ExecutionReport failed = bench.carryOut(first);
        assertThat(failed.state()).isEqualTo(RunState.FAILED);
        assertThat(failed.steps()).extracting(step -> step.text().replaceAll(",.*", "") + " " + step.state() + " " + step.tries())
                .containsExactly(
                        "[] -> #1 IMAGE db:1@1 on host-21 DONE 1",
                        "[1] -> #2 CREATE db:1@1 on host-21 FAILED 1",
                        "[2] -> #3 CONFIRM db:1@1 on host-21 SKIPPED 0",
                        "[] -> #4 IMAGE front:1@1 on host-11 DONE 1",
                        "[3 4] -> #5 CREATE front:1@1 on host-11 SKIPPED 0",
                        "[5] -> #6 CONFIRM front:1@1 on host-11 SKIPPED 0",
                        "[6] -> #7 ENTRY SKIPPED 0");
        assertThat(failed.error()).contains("CREATE db:1@1 on host-21 failed: host-21 is full"
                + "\nMaybe check the host, then resume the deployment.");
    }

    @Test
    void passingFaultIsTriedAgain() {
        List<String> faults = new ArrayList<>(List.of("first", "second"));
        onCall("ENTRY", () -> {
            if (!faults.isEmpty()) {
                throw new AdapterFault(AdapterFault.Kind.FAILED, faults.remove(0));
            }
        });
        ExecutionReport done = bench.carryOut(first);
        assertThat(done.state()).isEqualTo(RunState.DONE);
        assertThat(done.steps().get(6).tries()).isEqualTo(3);
    }

    @Test
    void copyThatIsNeverReadyFailsWithWhatItLacks() {
        bench.world.questionsUntilReady = Integer.MAX_VALUE;
        ExecutionReport failed = bench.carryOut(first);
        assertThat(failed.state()).isEqualTo(RunState.FAILED);
        assertThat(failed.error().orElseThrow()).contains("db:1 on host-21 was not ready within 120 s:"
                + " endpoint http on port 81: connection refused.\nMaybe read its log");
    }

    @Test
    void openConnectionsHoldUpTheEndOfACopyButNotForEver() {
        bench.carryOut(first);
        bench.copy(first, "front").connections = 3;
        ExecutionReport done = bench.carryOut(frontMoves);
        bench.assertSettled(frontMoves, done);
        assertThat(done.steps()).filteredOn(step -> step.kind() == StepKind.DRAIN)
                .extracting(StepRecord::error)
                .containsExactly(Optional.of("3 connections were still open after 30 s."));
    }
}
