package org.caravan.transfer;

/** Estimates the recent transfer rate to a host. Before the first piece, 10 Mbit/s is assumed. */
final class LineSpeed {

    private static final double NEWEST_COUNTS = 0.5;

    private double bytesPerSecond = 1.25e6 / 4;
    private boolean seen;

    synchronized void seen(long bytes, long nanos) {
        double now = 1e9 * bytes / nanos;
        bytesPerSecond = seen ? NEWEST_COUNTS * now + (1 - NEWEST_COUNTS) * bytesPerSecond : now;
        seen = true;
    }

    synchronized long bytesPerSecond() {
        return Math.max(1, Math.round(bytesPerSecond));
    }

    /** Estimated time for this many bytes, in s; at the assumed rate before the first transfer. */
    synchronized double seconds(long bytes) {
        return bytes / (seen ? bytesPerSecond : 1.25e6);
    }
}
