package org.caravan.probe;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Bytes of a flow received over time, from the counters of the receiver's kernel. NetPerfMeter's scalar file covers only the whole
 * flow including slow start, and its vector files would cross the measured path (0.7 MB for 6 s).
 *
 * @param peer source address of the flow as the receiver sees it; it reveals a detour through an address translator
 */
record ReceivedCurve(List<Reading> readings, Optional<String> peer) {

    /** A time of the receiver's clock in ns, of which only differences are used, and the bytes received until then. */
    record Reading(long nanos, long bytes) {}

    /** Shorter periods would measure chance rather than the path. */
    private static final double SHORTEST_SECONDS = 0.5;

    private static final Pattern TIME = Pattern.compile("\\d{16,}");
    private static final Pattern RECEIVED = Pattern.compile("\\bbytes_received:(\\d+)");

    /** A line of ss: queues, local end, remote end. */
    private static final Pattern ENDS = Pattern.compile("^\\d+\\s+\\d+\\s+\\S+:\\d+\\s+\\[?([0-9a-fA-F.:]+?)]?:\\d+(\\s.*)?$");

    ReceivedCurve(List<Reading> readings) {
        this(readings, Optional.empty());
    }

    ReceivedCurve {
        readings = List.copyOf(readings);
    }

    /** Parses times of {@code date +%s%N}, each followed by the output of {@code ss -ti} at that time. */
    static ReceivedCurve parse(String text) {
        List<Reading> readings = new ArrayList<>();
        long nanos = 0;
        Optional<String> peer = Optional.empty();
        for (String line : text.lines().toList()) {
            Matcher ends = ENDS.matcher(line.strip());
            if (peer.isEmpty() && ends.matches()) {
                peer = Optional.of(ends.group(1));
            }
            Matcher received = RECEIVED.matcher(line);
            if (TIME.matcher(line.strip()).matches()) {
                nanos = Long.parseLong(line.strip());
            } else if (received.find()) {
                readings.add(new Reading(nanos, Long.parseLong(received.group(1))));
            }
        }
        return new ReceivedCurve(readings, peer);
    }

    /** Rate in bit/s over the second half of the flow's time; empty if the flow was too short. */
    OptionalDouble secondHalfRate() {
        List<Reading> flow = whileFlowing();
        if (flow.size() < 2) {
            return OptionalDouble.empty();
        }
        Reading last = flow.get(flow.size() - 1);
        long half = flow.get(0).nanos() / 2 + last.nanos() / 2;
        Reading middle = flow.stream().filter(reading -> reading.nanos() >= half).findFirst().orElseThrow();
        double seconds = (last.nanos() - middle.nanos()) / 1e9;
        return seconds < SHORTEST_SECONDS
                ? OptionalDouble.empty()
                : OptionalDouble.of((last.bytes() - middle.bytes()) * 8 / seconds);
    }

    /** Drops the last increase, because the flow ended at an unknown time between its two readings. */
    private List<Reading> whileFlowing() {
        List<Integer> grown = new ArrayList<>();
        for (int i = 1; i < readings.size(); i++) {
            if (readings.get(i).bytes() > readings.get(i - 1).bytes()) {
                grown.add(i);
            }
        }
        return grown.size() < 2 ? List.of() : readings.subList(grown.get(0), grown.get(grown.size() - 2) + 1);
    }
}
