package org.caravan.server.backup;

import java.io.PrintStream;
import java.time.Duration;
import java.util.function.LongSupplier;

/** Prints the progress of a long operation every 5 s; prints nothing for a short one. */
final class Progress {

    private static final long EVERY_NANOS = Duration.ofSeconds(5).toNanos();

    private final PrintStream out;
    private final LongSupplier nanos;
    private final String what;
    private long whole;
    private long done;
    private long next;

    /** @param nanos monotonic clock, such as {@link System#nanoTime} */
    Progress(PrintStream out, LongSupplier nanos, String what) {
        this.out = out;
        this.nanos = nanos;
        this.what = what;
        this.next = nanos.getAsLong() + EVERY_NANOS;
    }

    /** @param bytes total size; 0: unknown */
    void whole(long bytes) {
        whole = bytes;
    }

    void add(long bytes) {
        done += bytes;
        long now = nanos.getAsLong();
        if (now - next >= 0) {
            next = now + EVERY_NANOS;
            out.println(what + ": " + FreeDiskSpace.size(done)
                    + (whole > 0 ? " of " + FreeDiskSpace.size(whole) + ", " + Math.min(100, done * 100 / whole) + " %" : ""));
        }
    }
}
