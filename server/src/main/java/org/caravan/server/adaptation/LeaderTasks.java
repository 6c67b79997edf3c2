package org.caravan.server.adaptation;

import java.util.Comparator;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.PriorityBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.caravan.server.DaemonThreads;
import org.caravan.server.leading.LeaderStatus;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tasks of the leader on a thread of their own. At most one task per subject waits or runs: the next round repeats what still holds. */
public final class LeaderTasks {

    private static final Logger LOG = LoggerFactory.getLogger(LeaderTasks.class);

    private final String name;
    private final LeaderStatus leads;
    private final ExecutorService work;
    private final Set<String> underWay = ConcurrentHashMap.newKeySet();
    private final AtomicLong submitted = new AtomicLong();

    /** Urgent ones first, each kind in the order of submission. */
    private record Task(boolean urgent, long number, Runnable work) implements Runnable, Comparable<Task> {

        private static final Comparator<Task> ORDER = Comparator.comparing((Task task) -> !task.urgent).thenComparingLong(Task::number);

        @Override
        public int compareTo(Task other) {
            return ORDER.compare(this, other);
        }

        @Override
        public void run() {
            work.run();
        }
    }

    /** @param name of the thread, and of the tasks in the log */
    public LeaderTasks(String name, LeaderStatus leads) {
        this.name = name;
        this.leads = leads;
        work = new ThreadPoolExecutor(1, 1, 0, TimeUnit.SECONDS, new PriorityBlockingQueue<>(), new DaemonThreads(name));
    }

    public void submit(String subject, Runnable task) {
        submit(subject, task, false);
    }

    /** Runs the task before those that wait. @return false if a task of the subject waits or runs, so that this one does not */
    public boolean submitUrgent(String subject, Runnable task) {
        return submit(subject, task, true);
    }

    private boolean submit(String subject, Runnable task, boolean urgent) {
        if (!underWay.add(subject)) {
            return false;
        }
        work.execute(new Task(urgent, submitted.incrementAndGet(), () -> {
            try {
                if (leads.now()) {
                    task.run();
                }
            } catch (RuntimeException e) {
                LOG.warn("{} of {} failed: {}", name, subject, e.getMessage(), e);
            } finally {
                underWay.remove(subject);
            }
        }));
        return true;
    }

    /** Interrupts the task that runs. */
    public void end() {
        work.shutdownNow();
    }
}
