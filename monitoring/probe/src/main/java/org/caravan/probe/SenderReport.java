package org.caravan.probe;

import java.util.Collections;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.caravan.text.TextRule;

/**
 * Parsed output of {@link SenderScript}.
 *
 * @param exitCode exit code of the flow's tool
 * @param cut whether the flow was ended early because it reached its payload limit
 * @param bufferLimit largest send buffer that the kernel allows, bytes; {@link Integer#MAX_VALUE} if unknown
 * @param log error message or last line of the tool's log, shortened
 * @param ping empty if no echo request was sent
 */
record SenderReport(int exitCode, boolean cut, int bufferLimit, String log, Optional<PingReport> ping, SenderReport.ScalarFile scalars) {

    private static final Pattern HEAD = Pattern.compile("exit (\\d{1,3})\ncut (|yes)\nbuffer (\\d{0,18})\n=== log\n");
    private static final String PING = "\n=== ping\n";
    private static final String SCALAR = "=== scalar\n";

    private static final Pattern ERROR = Pattern.compile("ERROR: [^\n]*");
    private static final String RECEIVER = "netPerfMeter.passive.flow[0]";

    /** The built-in receiver counts nothing; acknowledged bytes are the bytes that arrived. */
    private static final String BUILT_IN = "caravanTcp.active.flow[0]";

    /** Empty if the script did not reach its end. */
    static Optional<SenderReport> parse(String output) {
        Matcher head = HEAD.matcher(output);
        if (!head.lookingAt()) {
            return Optional.empty();
        }
        // Searches from the end, because the log can contain anything. One pattern for the whole output would take quadratic time on
        // hostile input.
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

    /** Rate of the received payload over the whole flow, bit/s; empty if none arrived. */
    Optional<Double> receivedRate() {
        return scalars.value(RECEIVER, "Received Bit Rate")
                .or(() -> scalars.value(BUILT_IN, "Acknowledged Bit Rate"))
                .filter(rate -> rate > 0 && !rate.isInfinite());
    }

    /** Received payload, bytes. */
    long receivedBytes() {
        return scalars.value(RECEIVER, "Received Bytes")
                .or(() -> scalars.value(BUILT_IN, "Acknowledged Bytes"))
                .map(Math::round)
                .orElse(0L);
    }

    /** The first error message in the log, else its last line. */
    private static String complaint(String log) {
        Matcher error = ERROR.matcher(log);
        return error.find()
                ? error.group()
                : log.lines().filter(line -> !line.isBlank()).reduce((first, second) -> second).orElse("").strip();
    }

    /**
     * A complete scalar file of NetPerfMeter. Example of a line: {@code scalar "netPerfMeter.passive.flow[0]" "Received Bytes" 14484400}.
     *
     * @param values by object and name, joined by a slash
     */
    record ScalarFile(SortedMap<String, Double> values) {

        private static final Pattern SCALAR = Pattern.compile("scalar\\s+\"([^\"]+)\"\\s+\"([^\"]+)\"\\s+(\\S+)");

        ScalarFile {
            values = Collections.unmodifiableSortedMap(new TreeMap<>(values));
        }

        /** Throws IllegalArgumentException that quotes the first invalid line. */
        static ScalarFile parse(String text) {
            SortedMap<String, Double> values = new TreeMap<>();
            text.lines().filter(line -> !line.isBlank()).forEach(line -> {
                Matcher scalar = SCALAR.matcher(line.strip());
                if (!scalar.matches()) {
                    throw new IllegalArgumentException("not a line of a scalar file: " + line);
                }
                values.put(scalar.group(1) + "/" + scalar.group(2), Double.valueOf(scalar.group(3)));
            });
            return new ScalarFile(values);
        }

        Optional<Double> value(String object, String name) {
            return Optional.ofNullable(values.get(object + "/" + name));
        }
    }
}
