package org.caravan.execution;

import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
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
