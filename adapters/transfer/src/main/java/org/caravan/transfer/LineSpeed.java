package org.caravan.transfer;

/** How fast a host took pieces of late. Before the first one a slow line is assumed: 10 Mbit/s. */
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

    /** How long so many bytes would take; before anything was sent there, on the assumed line. */
    synchronized double seconds(long bytes) {
        return bytes / (seen ? bytesPerSecond : 1.25e6);
    }
}
