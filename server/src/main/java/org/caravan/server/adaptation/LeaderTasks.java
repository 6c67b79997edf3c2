package org.caravan.server.adaptation;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
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

    /** @param name of the thread, and of the tasks in the log */
    public LeaderTasks(String name, LeaderStatus leads) {
        this.name = name;
        this.leads = leads;
        work = Executors.newSingleThreadExecutor(new DaemonThreads(name));
    }

    public void submit(String subject, Runnable task) {
        if (underWay.add(subject)) {
            work.execute(() -> {
                try {
                    if (leads.now()) {
                        task.run();
                    }
                } catch (RuntimeException e) {
                    LOG.warn("{} of {} failed: {}", name, subject, e.getMessage(), e);
                } finally {
                    underWay.remove(subject);
                }
            });
        }
    }

    /** Interrupts the task that runs. */
    public void end() {
        work.shutdownNow();
    }
}
