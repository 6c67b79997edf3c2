package org.caravan.server.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.util.concurrent.CountDownLatch;
import org.caravan.api.node.NodeTask;
import org.caravan.api.node.NodeTask.State;
import org.caravan.api.node.NodeTask.Work;
import org.caravan.server.rest.ProblemException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class NodeTasksTest {

    private final NodeTasks tasks = new NodeTasks();

    @AfterEach
    void close() {
        tasks.close();
    }

    /** However long the oldest of all goes on. */
    @Test
    void thoseUnderWayAreKeptAndOfTheOthersTheLatest() {
        CountDownLatch ends = new CountDownLatch(1);
        NodeTask slow = tasks.begin(Work.MEASURE, "slow", progress -> {
            try {
                ends.await();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
        NodeTask last = slow;
        for (int number = 0; number < 150; number++) {
            last = tasks.begin(Work.MEASURE, "pi-" + number, progress -> progress.note(task -> task.failed("no such node")));
            String id = last.id();
            await().until(() -> tasks.required(id).state() != State.RUNNING);
        }
        assertThat(tasks.required(slow.id()).state()).isEqualTo(State.RUNNING);
        assertThat(tasks.required(last.id()).state()).isEqualTo(State.FAILED);
        assertThatThrownBy(() -> tasks.required("2")).isInstanceOf(ProblemException.class).hasMessageContaining("There is no task (2).");
        ends.countDown();
    }
}
