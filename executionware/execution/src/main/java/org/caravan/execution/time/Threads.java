package org.caravan.execution.time;

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

/** Creates daemon threads that are named by purpose. */
public final class Threads {

    private Threads() {}

    public static ThreadFactory named(String purpose) {
        AtomicInteger number = new AtomicInteger();
        return task -> {
            Thread thread = new Thread(task, "caravan-" + purpose + "-" + number.incrementAndGet());
            thread.setDaemon(true);
            return thread;
        };
    }

    /** A pool with at most this many threads. Idle threads end, so the pool needs no close. */
    public static ExecutorService pool(String purpose, int size) {
        ThreadPoolExecutor pool = new ThreadPoolExecutor(
                size, size, 10, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), named(purpose));
        pool.allowCoreThreadTimeOut(true);
        return pool;
    }

    /**
     * A pool for a maximum size that is rarely reached. An idle thread takes the work before a new thread is created, whereas
     * {@link #pool} creates threads up to its size. If all threads are busy, tasks queue. One thread stays, so the pool must be
     * closed.
     */
    public static ThreadPoolExecutor reusing(String purpose, int most) {
        LinkedTransferQueue<Runnable> waiting = new HandedOver();
        return new ThreadPoolExecutor(1, most, 1, TimeUnit.SECONDS, waiting, named(purpose), (task, pool) -> {
            waiting.put(task);
            if (pool.isShutdown() && waiting.remove(task)) {
                throw new RejectedExecutionException("The threads of " + purpose + " are closed.");
            }
        });
    }

    /**
     * Accepts a task only if an idle thread takes it immediately. Otherwise the pool creates a thread, or rejects the task at its
     * maximum size.
     */
    private static final class HandedOver extends LinkedTransferQueue<Runnable> {

        private static final long serialVersionUID = 1;

        @Override
        public boolean offer(Runnable task) {
            return tryTransfer(task);
        }
    }

    /** Waits for the task and rethrows its exception. */
    public static void join(Future<?> task) {
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
