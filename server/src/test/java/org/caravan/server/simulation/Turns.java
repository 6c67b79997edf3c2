package org.caravan.server.simulation;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.function.BooleanSupplier;
import org.caravan.execution.time.Threads;

/**
 * Cooperative scheduler on virtual time. Tasks are blocking code, so each has a thread, but only one thread runs at any time, and the seed
 * alone chooses which one is next. A task is interrupted only where it waits. If no task can run, time advances to the next event.
 */
final class Turns {

    static final long FOREVER = Long.MAX_VALUE;
    private static final Instant BEGIN = Instant.parse("2026-01-01T00:00:00Z");
    private static final ExecutorService THREADS = Executors.newCachedThreadPool(Threads.named("simulation"));

    private final Random choice;
    private final List<Task> tasks = new ArrayList<>();
    private final PriorityQueue<Event> events = new PriorityQueue<>(Comparator.comparingLong(Event::at).thenComparingLong(Event::order));
    private final Semaphore scheduler = new Semaphore(0);
    private long now;
    private long order;
    private Task current;
    private Throwable fault;

    Turns(long seed) {
        choice = new Random(seed);
    }

    private record Event(long at, long order, Runnable action) {}

    /** Work of one process; it ends with its process. */
    private static final class Task {
        private final BooleanSupplier alive;
        private final Semaphore turn = new Semaphore(0);
        private BooleanSupplier condition = () -> true;
        private long deadline;
        private boolean ended;

        Task(BooleanSupplier alive) {
            this.alive = alive;
        }

        boolean ready(long now) {
            return deadline <= now || !alive.getAsBoolean() || condition.getAsBoolean();
        }
    }

    /** Nanoseconds since the begin of the simulation. */
    long nanos() {
        return now;
    }

    Instant instant() {
        return BEGIN.plusNanos(now);
    }

    Duration elapsed() {
        return Duration.ofNanos(now);
    }

    /** Runs the action between two turns; it must not wait. */
    void after(Duration delay, Runnable action) {
        events.add(new Event(now + delay.toNanos(), order++, action));
    }

    /** @param alive whether the process of the task lives; if not, the task ends where it waits */
    void begin(BooleanSupplier alive, Runnable body) {
        Task task = new Task(alive);
        tasks.add(task);
        THREADS.execute(() -> {
            task.turn.acquireUninterruptibly();
            try {
                if (alive.getAsBoolean()) {
                    body.run();
                }
            } catch (Killed end) {
                // The process of the task has ended.
            } catch (Throwable unexpected) {
                fault = fault == null ? unexpected : fault;
            } finally {
                task.ended = true;
                scheduler.release();
            }
        });
    }

    void sleep(Duration duration) {
        await(() -> false, duration);
    }

    /** Lets others go on until the condition holds or the limit has passed. */
    void await(BooleanSupplier condition, Duration limit) {
        Task task = current;
        task.condition = condition;
        task.deadline = limit.compareTo(Duration.ofDays(10_000)) > 0 ? FOREVER : now + limit.toNanos();
        scheduler.release();
        task.turn.acquireUninterruptibly();
        if (!task.alive.getAsBoolean()) {
            throw new Killed();
        }
    }

    /** Runs tasks and events. @return an exception that no task should have thrown */
    Optional<Throwable> run(Duration until, BooleanSupplier stop) {
        while (fault == null && !stop.getAsBoolean()) {
            List<Task> ready = tasks.stream().filter(task -> task.ready(now)).toList();
            if (!ready.isEmpty()) {
                turn(ready.get(ready.size() == 1 ? 0 : choice.nextInt(ready.size())));
                continue;
            }
            long next = Math.min(events.isEmpty() ? FOREVER : events.peek().at(),
                    tasks.stream().mapToLong(task -> task.deadline).min().orElse(FOREVER));
            if (next > until.toNanos()) {
                now = until.toNanos();
                break;
            }
            now = Math.max(now, next);
            while (!events.isEmpty() && events.peek().at() <= now) {
                events.poll().action().run();
            }
        }
        return Optional.ofNullable(fault);
    }

    /** Ends all tasks, whose processes must be dead. */
    void end() {
        while (!tasks.isEmpty()) {
            turn(tasks.get(0));
        }
    }

    private void turn(Task task) {
        current = task;
        task.turn.release();
        scheduler.acquireUninterruptibly();
        current = null;
        if (task.ended) {
            tasks.remove(task);
        }
    }
}
