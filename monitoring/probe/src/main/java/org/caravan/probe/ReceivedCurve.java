package org.caravan.probe;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How many bytes of a flow had reached the receiver when, by the counters of its kernel. NetPerfMeter's scalar tells only of the
 * whole flow, slow start included, and its vectors would cross the path themselves (0.7 MB for 6 s).
 *
 * @param peer address that the receiver saw the flow come from; a detour through an address translator shows here
 */
record ReceivedCurve(List<Reading> readings, Optional<String> peer) {

    /** Nanoseconds of the receiver's clock, of which only differences count, and bytes so far. */
    record Reading(long nanos, long bytes) {}

    /** Less would be more of chance than of the path. */
    private static final double SHORTEST_SECONDS = 0.5;

    private static final Pattern TIME = Pattern.compile("\\d{16,}");
    private static final Pattern RECEIVED = Pattern.compile("\\bbytes_received:(\\d+)");

    /** A line of ss: queues, own end, far end. */
    private static final Pattern ENDS = Pattern.compile("^\\d+\\s+\\d+\\s+\\S+:\\d+\\s+\\[?([0-9a-fA-F.:]+?)]?:\\d+(\\s.*)?$");

    ReceivedCurve(List<Reading> readings) {
        this(readings, Optional.empty());
    }

    ReceivedCurve {
        readings = List.copyOf(readings);
    }

    /** Times by {@code date +%s%N}, each followed by what {@code ss -ti} said then. */
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

    /** Bit/s over the second half of the flow's time; empty where it was too short to tell. */
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

    /** Without the last growth: the flow ended somewhere between its two readings. */
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
