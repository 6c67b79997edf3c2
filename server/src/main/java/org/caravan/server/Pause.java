package org.caravan.server;

import java.time.Duration;
import java.util.OptionalLong;
import java.util.function.LongSupplier;

/**
 * A span of time after an event, by a monotonic clock: a change of the time of day neither shortens nor extends it. Safe for use by several
 * threads.
 */
public final class Pause {

    private final long nanos;
    private final LongSupplier clock;
    private volatile OptionalLong begun = OptionalLong.empty();

    public Pause(Duration length) {
        this(length, System::nanoTime);
    }

    /** @param clock monotonic clock in ns, such as {@link System#nanoTime} */
    public Pause(Duration length, LongSupplier clock) {
        this.nanos = length.toNanos();
        this.clock = clock;
    }

    /** Begins the pause, or begins it again. */
    public void begin() {
        begun = OptionalLong.of(clock.getAsLong());
    }

    /** Ends the pause before its time. */
    public void end() {
        begun = OptionalLong.empty();
    }

    /** False before the first beginning. */
    public boolean lasts() {
        OptionalLong since = begun;
        return since.isPresent() && clock.getAsLong() - since.getAsLong() < nanos;
    }
}
