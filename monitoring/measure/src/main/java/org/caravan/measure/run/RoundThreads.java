package org.caravan.measure.run;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import org.caravan.measure.ProbeOrder;

/** Executes the orders of a round with limited concurrency. */
final class RoundThreads {

    private RoundThreads() {}

    /** Blocks until all orders are done; rethrows the exception of an order. */
    static void forEach(List<ProbeOrder> orders, int atOnce, Consumer<ProbeOrder> work) {
        ExecutorService threads = Executors.newFixedThreadPool(Math.min(atOnce, orders.size()), RoundThreads::thread);
        try {
            List<Future<?>> taken = new ArrayList<>();
            orders.forEach(order -> taken.add(threads.submit(() -> work.accept(order))));
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
