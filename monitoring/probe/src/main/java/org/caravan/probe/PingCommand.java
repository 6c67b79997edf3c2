package org.caravan.probe;

import java.time.Duration;
import java.util.Locale;
import org.caravan.infrastructure.IpFamily;
import org.caravan.measure.ProbePoint;

/** The command line of a ping from one probe point to another. */
final class PingCommand {

    /** Shortest interval that iputils allows to unprivileged users, s. */
    static final double INTERVAL_SECONDS = 0.2;

    /**
     * How long ping waits for the last reply if there was none before, s. The full queue of a slow uplink can delay an echo by two
     * seconds.
     */
    private static final int WAIT_SECONDS = 4;

    private PingCommand() {}

    /**
     * Command that sends exactly {@code count} requests. It avoids {@code -w}, with which ping sends further requests until enough are
     * answered.
     */
    static String text(ProbePoint from, ProbePoint to, int count) {
        return String.format(
                Locale.ROOT,
                "LC_ALL=C ping %s -n -I %s -i %.1f -W %d -c %d %s",
                from.at().family() == IpFamily.IPV4 ? "-4" : "-6",
                from.address(),
                INTERVAL_SECONDS,
                WAIT_SECONDS,
                count,
                to.address());
    }

    /** Time limit of the command, with a margin for its start on a busy machine; the margin does not affect the measurement. */
    static Duration longest(int count) {
        return Duration.ofMillis((long) (count * INTERVAL_SECONDS * 1000) + 2L * WAIT_SECONDS * 1000 + 20_000);
    }
}
