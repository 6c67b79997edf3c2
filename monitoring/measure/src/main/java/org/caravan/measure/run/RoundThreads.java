package org.caravan.measure.run;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import org.caravan.measure.ProbeBatch;

/** Executes the batches of a round with limited concurrency. */
final class RoundThreads {

    private RoundThreads() {}

    /** Blocks until all batches are done; rethrows the exception of a batch. */
    static void forEach(List<ProbeBatch> batches, int atOnce, Consumer<ProbeBatch> work) {
        ExecutorService threads = Executors.newFixedThreadPool(Math.min(atOnce, batches.size()), RoundThreads::thread);
        try {
            List<Future<?>> taken = new ArrayList<>();
            batches.forEach(batch -> taken.add(threads.submit(() -> work.accept(batch))));
            taken.forEach(RoundThreads::await);
        } finally {
            threads.shutdownNow();
        }
    }

    private static Thread thread(Runnable work) {
        Thread thread = new Thread(work, "probe");
        thread.setDaemon(true);
        return thread;
    }

    private static void await(Future<?> taken) {
        try {
            taken.get();
        } catch (ExecutionException e) {
            throw e.getCause() instanceof RuntimeException cause ? cause : new IllegalStateException(e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("the probe run was interrupted", e);
        }
    }
}
