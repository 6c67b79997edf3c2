package org.caravan.probe;

import java.time.Duration;
import org.caravan.measure.ProbeOrder.LoadedFlow;

/**
 * One flow before it is sent.
 *
 * @param port port of the receiver; its control connection uses the next port
 * @param congestionControl kernel name of the congestion control
 */
record Flow(LoadedFlow order, FlowTool tool, int port, String congestionControl) {

    /**
     * Largest buffer that is requested, bytes. NetPerfMeter's small default would limit long paths. The kernel reduces the buffer to
     * its own limit.
     */
    private static final int BUFFER_BYTES = 4_000_000;

    /** Smallest buffer, bytes; a smaller one limits short paths, too. */
    private static final int LEAST_BUFFER_BYTES = 65_536;

    /** Ratio of the payload limit to the buffer. A buffer that holds the whole payload would end the flow before it starts. */
    private static final int SHARE_OF_MOST = 8;

    /** Time for connecting, stopping and fetching results, s: all of these cross a path whose queue may hold seconds of data. */
    private static final int OVERHEAD_SECONDS = 90;

    /** Buffer size that both sides request from their kernels, bytes. */
    int bufferBytes() {
        return order.most().map(most -> (int) Math.max(LEAST_BUFFER_BYTES, Math.min(BUFFER_BYTES, most.value() / SHARE_OF_MOST)))
                .orElse(BUFFER_BYTES);
    }

    int limitSeconds() {
        return order.seconds() + OVERHEAD_SECONDS;
    }

    Duration shellLimit() {
        return Duration.ofSeconds(limitSeconds() + 15L);
    }

    /** Delay until echo requests start, s: the first half of the flow fills the queue. */
    double quietSeconds() {
        return order.seconds() / 2.0;
    }

    /** Number of echo requests; the last one is sent before the flow ends. */
    int echoCount() {
        return Math.max(1, (int) Math.floor(quietSeconds() / PingCommand.INTERVAL_SECONDS) - 1);
    }
}
