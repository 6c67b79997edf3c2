package org.caravan.execution.time;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Steps are many and short: threads are as many as are at work at once, not as many as there were steps. */
@Timeout(30)
class ThreadsTest {

    private static final int MOST = 8;

    private final ThreadPoolExecutor threads = Threads.reusing("test", MOST);

    @AfterEach
    void close() {
        threads.shutdownNow();
    }

    @Test
    void aThreadThatWaitsIsUsedBeforeAnotherIsMade() throws Exception {
        for (int task = 0; task < 10 * MOST; task++) {
            threads.submit(() -> {}).get();
            // The one that did it is on its way back to the queue.
            await().until(() -> threads.getActiveCount() == 0);
        }
        assertThat(threads.getLargestPoolSize()).isLessThan(MOST);
    }

    @Test
    void asManyAsAskedWorkAtOnceAndTheRestWaitsItsTurn() throws Exception {
        CountDownLatch allAtWork = new CountDownLatch(MOST);
        CountDownLatch go = new CountDownLatch(1);
        Set<Integer> done = ConcurrentHashMap.newKeySet();
        List<Future<?>> tasks = new ArrayList<>();
        for (int task = 0; task < 5 * MOST; task++) {
            int number = task;
            tasks.add(threads.submit(() -> {
                allAtWork.countDown();
                go.await();
                return done.add(number);
            }));
        }
        allAtWork.await();
        assertThat(threads.getPoolSize()).isEqualTo(MOST);
        go.countDown();
        for (Future<?> task : tasks) {
            task.get();
        }
        assertThat(done).hasSize(5 * MOST);
        assertThat(threads.getLargestPoolSize()).isEqualTo(MOST);
    }

    @Test
    void whatWaitsIsStillDoneAfterTheClosingAndNothingMoreIsTaken() throws Exception {
        CountDownLatch go = new CountDownLatch(1);
        Set<Integer> done = ConcurrentHashMap.newKeySet();
        for (int task = 0; task < 2 * MOST; task++) {
            int number = task;
            threads.submit(() -> {
                go.await();
                return done.add(number);
            });
        }
        threads.shutdown();
        assertThatThrownBy(() -> threads.execute(() -> {})).isInstanceOf(RejectedExecutionException.class).hasMessageContaining("test");
        go.countDown();
        assertThat(threads.awaitTermination(30, TimeUnit.SECONDS)).isTrue();
        assertThat(done).hasSize(2 * MOST);
    }
}
