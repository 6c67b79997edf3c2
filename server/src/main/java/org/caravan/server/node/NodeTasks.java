package org.caravan.server.node;

import jakarta.annotation.PreDestroy;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.caravan.adapter.AdapterFault;
import org.caravan.api.node.NodeTask;
import org.caravan.api.node.NodeTask.State;
import org.caravan.api.node.NodeTask.Work;
import org.caravan.diagnostic.RejectedInput;
import org.caravan.server.DaemonThreads;
import org.caravan.server.rest.ProblemException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/** Running tasks and the most recent ended ones: one at a time per node, up to 4 in parallel. */
@Component
class NodeTasks {

    private static final Logger LOG = LoggerFactory.getLogger(NodeTasks.class);
    private static final int KEPT = 100;
    private static final int AT_ONCE = 4;

    private final ExecutorService threads = Executors.newFixedThreadPool(AT_ONCE, new DaemonThreads("node-task"));
    private final AtomicLong number = new AtomicLong();
    private final Map<String, NodeTask> tasks = Collections.synchronizedMap(new LinkedHashMap<>());

    /** Handle with which a worker updates its task. */
    final class Progress {

        private final String id;

        private Progress(String id) {
            this.id = id;
        }

        void note(UnaryOperator<NodeTask> change) {
            tasks.computeIfPresent(id, (same, task) -> change.apply(task));
        }

        NodeTask now() {
            return tasks.get(id);
        }
    }

    NodeTask begin(Work work, String hostId, Consumer<Progress> carriedOut) {
        NodeTask task;
        synchronized (tasks) {
            tasks.values().stream().filter(one -> one.hostId().equals(hostId) && one.state() == State.RUNNING).findFirst()
                    .ifPresent(one -> {
                throw ProblemException.conflict("node-busy", "Task (" + one.id() + ") works on node (" + hostId + ") already: "
                        + one.work() + ".",
                        "wait for its end: GET /api/v1/node-tasks/" + one.id() + ".");
            });
            task = NodeTaskViews.begun(Long.toString(number.incrementAndGet()), work, hostId);
            tasks.put(task.id(), task);
            tasks.values().removeIf(one -> tasks.size() > KEPT && one.state() != State.RUNNING);
        }
        Progress progress = new Progress(task.id());
        threads.execute(() -> carryOut(progress, carriedOut));
        return task;
    }

    NodeTask required(String id) {
        return Optional.ofNullable(tasks.get(id)).orElseThrow(() -> ProblemException.notFound("unknown-task", "There is no task (" + id
                + ").",
                "start the task again: it continues from the current state."));
    }

    private static void carryOut(Progress progress, Consumer<Progress> work) {
        try {
            work.accept(progress);
        } catch (AdapterFault | RejectedInput known) {
            progress.note(task -> task.failed(known.getMessage()));
        } catch (ProblemException refused) {
            progress.note(task -> task.failed(refused.getMessage() + "\nMaybe " + refused.suggestion()));
        } catch (RuntimeException unexpected) {
            LOG.error("work on node {} failed unexpectedly", progress.now().hostId(), unexpected);
            progress.note(task -> task.failed("The server failed unexpectedly.\nMaybe read its log."));
        }
        NodeTask ended = progress.now();
        LOG.info("{} of node {}: {}", ended.work(), ended.hostId(), ended.state());
    }

    @PreDestroy
    void close() {
        threads.shutdownNow();
    }
}
