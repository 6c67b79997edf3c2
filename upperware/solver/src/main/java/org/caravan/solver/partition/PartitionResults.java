package org.caravan.solver.partition;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;
import org.caravan.plan.planner.PartitionAnswer;
import org.caravan.solver.score.SearchProgress;

/** Waits for the results of partitions with adaptive timeouts. */
final class PartitionResults {

    /** Partitions have similar sizes: after a result arrives, the remaining ones time out after this multiple of the elapsed time. */
    private static final int LATE = 3;
    private static final Duration SHORTEST = Duration.ofMinutes(1);
    /** Timeout while no result has arrived: the planners may have stopped or may be slow. */
    private static final Duration LONGEST = Duration.ofMinutes(20);
    private static final Duration LOOK = Duration.ofMillis(20);

    private final List<CompletableFuture<PartitionAnswer>> expected = new ArrayList<>();
    private final long begun = System.nanoTime();

    void expect(CompletableFuture<PartitionAnswer> answer) {
        expected.add(answer);
    }

    /**
     * Results by number of the partition; empty if the partition failed or timed out.
     *
     * @throws org.caravan.plan.planner.PlanningCancelled if the planning of this thread is cancelled
     */
    List<Optional<PartitionAnswer>> all() {
        long end = begun + LONGEST.toNanos();
        long there = 0;
        while (System.nanoTime() < end && there < expected.size()) {
            SearchProgress.look();
            long now = expected.stream().filter(CompletableFuture::isDone).count();
            if (there < now) {
                there = now;
                end = System.nanoTime() + Math.max(SHORTEST.toNanos(), LATE * (System.nanoTime() - begun));
            }
            LockSupport.parkNanos(LOOK.toNanos());
        }
        List<Optional<PartitionAnswer>> all = new ArrayList<>();
        for (int number = 0; number < expected.size(); number++) {
            all.add(answer(number));
        }
        return all;
    }

    private Optional<PartitionAnswer> answer(int number) {
        CompletableFuture<PartitionAnswer> answer = expected.get(number);
        return answer.isCompletedExceptionally() ? Optional.empty() : Optional.ofNullable(answer.getNow(null));
    }

    /** Cancels all outstanding partitions. */
    void end() {
        expected.forEach(answer -> answer.cancel(false));
    }
}
