package org.caravan.probe;

import java.time.Duration;
import java.util.Locale;
import org.caravan.infrastructure.IpFamily;
import org.caravan.measure.ProbePoint;

/** The command line of a ping from one probe point to another. */
final class PingCommand {

    /** The shortest interval that iputils lets any user take. */
    static final double INTERVAL_SECONDS = 0.2;

    /** For the last answer where none came before: a full queue of a slow uplink holds an echo for two seconds. */
    private static final int WAIT_SECONDS = 4;

    private PingCommand() {}

    /** Sends exactly {@code count} requests. Not {@code -w}: with it ping goes on beyond the count until all are answered. */
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

    /** With time for a busy machine to begin it: what ping measures is not longer for that. */
    static Duration longest(int count) {
        return Duration.ofMillis((long) (count * INTERVAL_SECONDS * 1000) + 2L * WAIT_SECONDS * 1000 + 20_000);
    }
}
