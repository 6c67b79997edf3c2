package org.caravan.probe;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.caravan.text.TextRule;

/**
 * What {@link SenderScript} printed.
 *
 * @param exitCode of NetPerfMeter
 * @param cut whether the flow was ended before its time, since it had sent what it may
 * @param bufferLimit largest send buffer the kernel allows, bytes; the largest int where it does not tell
 * @param log end of what NetPerfMeter said
 * @param ping empty where none was sent
 */
record SenderReport(int exitCode, boolean cut, int bufferLimit, String log, Optional<PingReport> ping, ScalarFile scalars) {

    private static final Pattern HEAD = Pattern.compile("exit (\\d{1,3})\ncut (|yes)\nbuffer (\\d{0,18})\n=== log\n");
    private static final String PING = "\n=== ping\n";
    private static final String SCALAR = "=== scalar\n";

    private static final Pattern ERROR = Pattern.compile("ERROR: [^\n]*");
    private static final String RECEIVER = "netPerfMeter.passive.flow[0]";

    /** Our own receiver counts nothing: what TCP acknowledged is what arrived. */
    private static final String BUILT_IN = "caravanTcp.active.flow[0]";

    /** Empty where the script did not reach its end. */
    static Optional<SenderReport> parse(String output) {
        Matcher head = HEAD.matcher(output);
        if (!head.lookingAt()) {
            return Optional.empty();
        }
        // From the end: the log can have anything in it. A pattern for the whole would take quadratic time for a hostile one.
        int ping = output.lastIndexOf(PING);
        int scalar = ping < 0 ? -1 : output.indexOf(SCALAR, ping + PING.length());
        if (scalar < 0 || ping < head.end()) {
            return Optional.empty();
        }
        return Optional.of(new SenderReport(
                Integer.parseInt(head.group(1)),
                !head.group(2).isEmpty(),
                ReceiverScript.limit(head.group(3)),
                TextRule.excerpt(complaint(output.substring(head.end(), ping)), 300),
                PingReport.parse(output.substring(ping + PING.length(), scalar)),
                ScalarFile.parse(output.substring(scalar + SCALAR.length()))));
    }

    /** Payload that arrived, over the whole flow, bit/s; empty where none did. */
    Optional<Double> receivedRate() {
        return scalars.value(RECEIVER, "Received Bit Rate")
                .or(() -> scalars.value(BUILT_IN, "Acknowledged Bit Rate"))
                .filter(rate -> rate > 0 && !rate.isInfinite());
    }

    /** Payload that arrived, bytes. */
    long receivedBytes() {
        return scalars.value(RECEIVER, "Received Bytes")
                .or(() -> scalars.value(BUILT_IN, "Acknowledged Bytes"))
                .map(Math::round)
                .orElse(0L);
    }

    /** What NetPerfMeter calls an error, else its last line. */
    private static String complaint(String log) {
        Matcher error = ERROR.matcher(log);
        return error.find()
                ? error.group()
                : log.lines().filter(line -> !line.isBlank()).reduce((first, second) -> second).orElse("").strip();
    }
}
