package org.caravan.execution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import org.caravan.diagnostic.RejectedInput;
import org.caravan.execution.journal.ExecutionReport;
import org.caravan.execution.journal.OutdatedPlan;
import org.junit.jupiter.api.Test;

/** What is not begun leaves everything as it was. */
class DeploymentRefusalTest extends OnBench {

    @Test
    void planWhoseParentIsNotTheTargetIsRefused() {
        bench.carryOut(first);
        bench.carryOut(frontMoves);
        assertThatThrownBy(() -> bench.deployment.start(dbMoves, Optional.empty()))
                .isInstanceOf(OutdatedPlan.class)
                .hasMessageContaining("generation 2")
                .hasMessageContaining("\nMaybe plan again");
        assertThat(target()).isEqualTo(frontMoves);
    }

    @Test
    void planThatNeedsUnobservedHostIsRefusedAndTargetStays() {
        bench.carryOut(first);
        bench.world.unreachable.add("host-31");
        assertThatThrownBy(() -> bench.deployment.start(frontMoves, Optional.empty()))
                .isInstanceOf(RejectedInput.class)
                .hasMessageContaining("puts front:1 on host-31, which was not observed (host-31 does not answer)")
                .hasMessageContaining("\n    Maybe bring host-31 back");
        assertThat(target()).isEqualTo(first);
        assertThat(bench.store.runs(first.application())).hasSize(1);
    }

    @Test
    void twoRunsOfOneApplicationAtOnceAreRefused() throws InterruptedException {
        CountDownLatch creating = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        onCall("IMAGE", () -> {
            creating.countDown();
            awaitQuietly(goOn);
        });
        long runId = bench.deployment.start(first, Optional.empty());
        creating.await();
        assertThatThrownBy(() -> bench.deployment.start(first, Optional.empty()))
                .isInstanceOf(RejectedInput.class)
                .hasMessageContaining("A deployment of app-0 is running.");
        goOn.countDown();
        bench.assertSettled(first, bench.await(runId));
    }

    @Test
    void runOfFormerTargetIsNotResumed() {
        bench.world.questionsUntilReady = Integer.MAX_VALUE;
        ExecutionReport failed = bench.carryOut(first);
        bench.carryOut(frontMoves);
        assertThatThrownBy(() -> bench.deployment.resume(failed.runId())).isInstanceOf(OutdatedPlan.class);
    }

    @Test
    void journalThatWasLostDoesNotTakeOverNewerCopies() {
        bench.carryOut(first);
        bench.carryOut(frontMoves);
        try (Bench empty = new Bench(folder.resolve("other.db"))) {
            empty.world.copies.putAll(bench.world.copies);
            assertThatThrownBy(() -> empty.deployment.start(first, Optional.empty()))
                    .isInstanceOf(RejectedInput.class)
                    .hasMessageContaining("Copy front:1@2 on host-31 is newer than generation 1");
        }
    }
}
