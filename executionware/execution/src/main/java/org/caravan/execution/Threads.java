package org.caravan.execution;

import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.LinkedTransferQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Threads that say what they are for and do not keep the process alive. */
final class Threads {

    private Threads() {}

    static ThreadFactory named(String purpose) {
        AtomicInteger number = new AtomicInteger();
        return task -> {
            Thread thread = new Thread(task, "caravan-" + purpose + "-" + number.incrementAndGet());
            thread.setDaemon(true);
            return thread;
        };
    }

    /** At most so many threads; none while there is nothing to do, so that nobody needs to close it. */
    static ExecutorService pool(String purpose, int size) {
        ThreadPoolExecutor pool = new ThreadPoolExecutor(
                size, size, 10, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), named(purpose));
        pool.allowCoreThreadTimeOut(true);
        return pool;
    }

    /**
     * At most so many threads, for a size that is seldom reached: one that waits takes the work before another is made, where {@link #pool} makes one for
     * each task until it has them all. What comes when all are busy waits its turn. One thread stays, so it needs to be closed.
     */
    static ThreadPoolExecutor reusing(String purpose, int most) {
        LinkedTransferQueue<Runnable> waiting = new HandedOver();
        return new ThreadPoolExecutor(1, most, 1, TimeUnit.SECONDS, waiting, named(purpose), (task, pool) -> {
            waiting.put(task);
            if (pool.isShutdown() && waiting.remove(task)) {
                throw new RejectedExecutionException("The threads of " + purpose + " are closed.");
            }
        });
    }

    /** Takes only what a waiting thread takes at once, so that its pool makes a thread, or says that it has them all. */
    private static final class HandedOver extends LinkedTransferQueue<Runnable> {

        private static final long serialVersionUID = 1;

        @Override
        public boolean offer(Runnable task) {
            return tryTransfer(task);
        }
    }

    /** Waits for the task and passes on what it threw. */
    static void join(Future<?> task) {
        try {
            task.get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CancellationException("interrupted");
        } catch (ExecutionException e) {
            if (e.getCause() instanceof Error error) {
                throw error;
            }
            throw e.getCause() instanceof RuntimeException cause ? cause : new IllegalStateException(e.getCause());
        }
    }
}
