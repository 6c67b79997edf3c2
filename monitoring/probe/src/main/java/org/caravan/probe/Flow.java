package org.caravan.probe;

import java.time.Duration;
import org.caravan.measure.ProbeOrder.LoadedFlow;

/**
 * One flow about to be sent.
 *
 * @param port where the receiver listens; its control connection takes the next
 * @param congestionControl as the kernel names it
 */
record Flow(LoadedFlow order, FlowTool tool, int port, String congestionControl) {

    /** NetPerfMeter's own small buffers would be the limit of long paths; the kernel cuts this down to what it allows. */
    private static final int BUFFER_BYTES = 4_000_000;

    /** Less than this is the limit of short paths, too. */
    private static final int LEAST_BUFFER_BYTES = 65_536;

    /** A buffer that takes all that may be sent would have the flow ended before it has begun: it takes at most this share. */
    private static final int SHARE_OF_MOST = 8;

    /** Connecting, stopping and fetching results all cross a path whose queue may hold seconds. */
    private static final int OVERHEAD_SECONDS = 90;

    /** What both sides ask the kernel for. */
    int bufferBytes() {
        return order.most().map(most -> (int) Math.max(LEAST_BUFFER_BYTES, Math.min(BUFFER_BYTES, most.value() / SHARE_OF_MOST))).orElse(BUFFER_BYTES);
    }

    int limitSeconds() {
        return order.seconds() + OVERHEAD_SECONDS;
    }

    Duration shellLimit() {
        return Duration.ofSeconds(limitSeconds() + 15L);
    }

    /** When echo requests start: the first half fills the queue. */
    double quietSeconds() {
        return order.seconds() / 2.0;
    }

    /** So many that the last is sent before the flow ends. */
    int echoCount() {
        return Math.max(1, (int) Math.floor(quietSeconds() / PingCommand.INTERVAL_SECONDS) - 1);
    }
}
