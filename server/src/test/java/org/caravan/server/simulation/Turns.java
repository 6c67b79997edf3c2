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
 * alone chooses which one is next. A task is interrupted only where it waits. If no task can run, time advances to the next event, however
 * far away it is.
 */
final class Turns {

    static final long FOREVER = Long.MAX_VALUE;
    private static final Instant BEGIN = Instant.parse("2026-01-01T00:00:00Z");
    private static final ExecutorService THREADS = Executors.newCachedThreadPool(Threads.named("simulation"));

    private final Random choice;
    private final List<Task> tasks = new ArrayList<>();
    private final PriorityQueue<Event> events = new PriorityQueue<>(Comparator.comparingLong(Event::at).thenComparingLong(Event::order));
    private final List<Task> ready = new ArrayList<>();
    private final Semaphore scheduler = new Semaphore(0);
    private long now;
    private long order;
    private long until;
    private BooleanSupplier stop = () -> false;
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
                failed(unexpected);
            } finally {
                tasks.remove(task);
                hand(next());
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
        Task next = next();
        // No change of threads if the task that waits is also the next one.
        if (next != task) {
            hand(next);
            task.turn.acquireUninterruptibly();
        }
        current = task;
        if (!task.alive.getAsBoolean()) {
            throw new Killed();
        }
    }

    /** Runs tasks and events. @return an exception that no task and no event should have thrown */
    Optional<Throwable> run(Duration until, BooleanSupplier stop) {
        this.until = until.toNanos();
        this.stop = stop;
        hand(next());
        scheduler.acquireUninterruptibly();
        return Optional.ofNullable(fault);
    }

    /** Ends all tasks, whose processes must be dead. */
    void end() {
        stop = () -> true;
        while (!tasks.isEmpty()) {
            hand(tasks.get(0));
            scheduler.acquireUninterruptibly();
        }
    }

    private void failed(Throwable unexpected) {
        fault = fault == null ? unexpected : fault;
    }

    /** The task that goes on, after time has advanced to the next event if none can at once; null at the end. */
    private Task next() {
        current = null;
        while (fault == null && !stop.getAsBoolean()) {
            Task ready = chosen();
            if (ready != null) {
                return ready;
            }
            long next = events.isEmpty() ? FOREVER : events.peek().at();
            for (Task task : tasks) {
                next = Math.min(next, task.deadline);
            }
            if (next > until) {
                now = until;
                return null;
            }
            now = Math.max(now, next);
            try {
                while (!events.isEmpty() && events.peek().at() <= now) {
                    events.poll().action().run();
                }
            } catch (Throwable unexpected) {
                failed(unexpected);
            }
        }
        return null;
    }

    private Task chosen() {
        ready.clear();
        for (Task task : tasks) {
            if (task.ready(now)) {
                ready.add(task);
            }
        }
        return ready.isEmpty() ? null : ready.get(ready.size() == 1 ? 0 : choice.nextInt(ready.size()));
    }

    private void hand(Task next) {
        current = next;
        (next == null ? scheduler : next.turn).release();
    }
}
