package org.caravan.client;

import java.time.Duration;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.Supplier;

/** Repeats a read of the server at intervals, and waits while the server is unavailable for a short time. */
public final class Polling {

    /** Transient errors: the server is restarting, another server is taking over the leadership, or the database is unavailable. */
    private static final Set<String> TRANSIENT = Set.of("server-unreachable", "database-away", "broker-away", "deployment-delayed",
            "http-502", "http-503", "http-504");
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final long RETRY_MILLIS = 200;

    private final Display display;
    private final Duration patience;

    /** @param display shows that the server does not answer */
    public Polling(Display display) {
        this(display, PATIENCE);
    }

    /** @param patience time limit for retries of one read */
    Polling(Display display, Duration patience) {
        this.display = display;
        this.patience = patience;
    }

    /**
     * Pauses, then reads. The read is repeated while its error is transient, for two minutes.
     *
     * @param pauseMillis pause before the read, in milliseconds
     * @param read a request without effect on the server
     * @throws ApiFault the last transient error after two minutes; at once for any other error, or if the thread is interrupted
     */
    public <T> T next(long pauseMillis, Supplier<T> read) {
        pause(pauseMillis);
        return now(read);
    }

    /**
     * Reads at once, then after pauses, until a result is final.
     *
     * @param pauseMillis pause before each further read, in milliseconds
     * @param provisional whether there will be another result after this one
     * @param progress receives each provisional result
     * @return the final result
     * @throws ApiFault as {@link #next} does
     */
    public <T> T last(long pauseMillis, Supplier<T> read, Predicate<? super T> provisional, Consumer<? super T> progress) {
        T result = now(read);
        while (provisional.test(result)) {
            progress.accept(result);
            result = next(pauseMillis, read);
        }
        return result;
    }

    /** Pauses, reads as {@link #next} does, and passes the result on, until the thread is interrupted (Ctrl+C ends the process). */
    public <T> void untilInterrupted(long pauseMillis, Supplier<T> read, Consumer<? super T> consumer) {
        try {
            while (true) {
                consumer.accept(next(pauseMillis, read));
            }
        } catch (ApiFault fault) {
            if (!Thread.currentThread().isInterrupted()) {
                throw fault;
            }
        }
    }

    /** Reads without a pause; otherwise like {@link #next}. */
    public <T> T now(Supplier<T> read) {
        long end = System.nanoTime() + patience.toNanos();
        while (true) {
            try {
                return read.get();
            } catch (ApiFault fault) {
                if (!isTransient(fault) || System.nanoTime() > end) {
                    throw fault;
                }
            }
            display.now("the server does not answer; the request is repeated");
            pause(RETRY_MILLIS);
        }
    }

    static boolean isTransient(ApiFault fault) {
        return TRANSIENT.contains(fault.code());
    }

    private static void pause(long millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ApiFault("interrupted", "Interrupted; the server continues.\n    Maybe check with: caravan status");
        }
    }
}
