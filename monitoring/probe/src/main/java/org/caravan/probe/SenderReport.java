package org.caravan.probe;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

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

    private static final Pattern SECTIONS = Pattern.compile(
            "\\Aexit (\\d+)\ncut (|yes)\nbuffer (\\d*)\n=== log\n(.*)\n=== ping\n(.*?)=== scalar\n(.*)\\z", Pattern.DOTALL);

    private static final Pattern ERROR = Pattern.compile("ERROR: [^\n]*");
    private static final String RECEIVER = "netPerfMeter.passive.flow[0]";

    /** Our own receiver counts nothing: what TCP acknowledged is what arrived. */
    private static final String BUILT_IN = "caravanTcp.active.flow[0]";

    /** Empty where the script did not reach its end. */
    static Optional<SenderReport> parse(String output) {
        Matcher sections = SECTIONS.matcher(output);
        if (!sections.matches()) {
            return Optional.empty();
        }
        return Optional.of(new SenderReport(
                Integer.parseInt(sections.group(1)),
                !sections.group(2).isEmpty(),
                ReceiverScript.limit(sections.group(3)),
                complaint(sections.group(4)),
                PingReport.parse(sections.group(5)),
                ScalarFile.parse(sections.group(6))));
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
