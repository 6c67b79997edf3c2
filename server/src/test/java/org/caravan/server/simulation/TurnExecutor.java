package org.caravan.server.simulation;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.Callable;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** Executes tasks as turns of the simulation. Submitted tasks, whose result the caller waits for, run at once in the caller's turn. */
final class TurnExecutor extends AbstractExecutorService {

    private final Turns turns;
    private final BooleanSupplier alive;
    private int running;
    private boolean shutdown;

    TurnExecutor(Turns turns, BooleanSupplier alive) {
        this.turns = turns;
        this.alive = alive;
    }

    @Override
    public void execute(Runnable task) {
        if (shutdown) {
            throw new RejectedExecutionException("closed");
        }
        running++;
        turns.begin(alive, () -> {
            try {
                task.run();
            } finally {
                running--;
            }
        });
    }

    @Override
    public Future<?> submit(Runnable task) {
        return done(new FutureTask<>(task, null));
    }

    @Override
    public <T> Future<T> submit(Callable<T> task) {
        return done(new FutureTask<>(task));
    }

    private static <T> Future<T> done(FutureTask<T> task) {
        task.run();
        return task;
    }

    @Override
    public void shutdown() {
        shutdown = true;
    }

    @Override
    public List<Runnable> shutdownNow() {
        shutdown = true;
        return List.of();
    }

    @Override
    public boolean isShutdown() {
        return shutdown;
    }

    @Override
    public boolean isTerminated() {
        return shutdown && running == 0;
    }

    @Override
    public boolean awaitTermination(long limit, TimeUnit unit) {
        turns.await(() -> running == 0, Duration.ofNanos(unit.toNanos(limit)));
        return running == 0;
    }
}
