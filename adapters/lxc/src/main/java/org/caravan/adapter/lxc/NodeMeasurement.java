package org.caravan.adapter.lxc;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * How a node is measured: storage, processor, memory and network, as Table II of the paper on MEC-ConPaaS (IEEE Mobile Cloud
 * 2017) does, bounded in time.
 *
 * @param peer address on which another node answers; empty: the network is not measured
 * @param port of the peer while it is measured, 1 to 65535
 * @param times repetitions of each measurement, 2 to 100
 * @param each how long one repetition takes, whole seconds, 1 to 60
 */
public record NodeMeasurement(Optional<String> peer, int port, int times, Duration each) {

    /** The paper's five. */
    public static final NodeMeasurement DEFAULT = new NodeMeasurement(Optional.empty(), 5299, 5, Duration.ofSeconds(2));

    private static final int MOST_TIMES = 100;
    /** Kinds of measurements; the network counts twice. */
    private static final int KINDS = 5;
    private static final Duration BESIDES = Duration.ofMinutes(6);

    public NodeMeasurement {
        if (times < 2 || times > MOST_TIMES || each.toSeconds() < 1 || each.toSeconds() > 60) {
            throw new IllegalArgumentException("2 to 100 times, 1 to 60 s each: " + times + ", " + each);
        }
    }

    /**
     * One measured value.
     *
     * @param what cpu, memory, disk, network-out or network-in
     * @param unit events/s, MiB/s or Mbit/s
     */
    public record Reading(String what, String unit, double value) {

        private static final Map<String, String> UNITS = Map.of(
                "cpu", "events/s", "memory", "MiB/s", "disk", "MiB/s", "network-out", "Mbit/s", "network-in", "Mbit/s");
        /** As the programs print it: no exponent, no sign, no NaN. */
        private static final Pattern VALUE = Pattern.compile("[0-9]{1,12}(?:\\.[0-9]{1,9})?");

        /** @throws IllegalArgumentException naming the line that is no reading, or the quantity that comes more than {@link #MOST_TIMES} times */
        static List<Reading> read(String text) {
            List<Reading> readings = text.lines().filter(line -> line.startsWith("figure\t")).limit(UNITS.size() * MOST_TIMES + 1L)
                    .map(Reading::one).toList();
            UNITS.keySet().stream().sorted().filter(what -> readings.stream().filter(reading -> reading.what.equals(what)).count() > MOST_TIMES)
                    .findFirst().ifPresent(what -> {
                        throw new IllegalArgumentException(what + " more than " + MOST_TIMES + " times");
                    });
            return readings;
        }

        private static Reading one(String line) {
            String[] fields = line.split("\t", 5);
            if (fields.length != 4 || !fields[2].equals(UNITS.get(fields[1])) || fields[3].length() > 32 || !VALUE.matcher(fields[3]).matches()) {
                throw new IllegalArgumentException(NodeFinding.shown(line));
            }
            return new Reading(fields[1], fields[2], Double.parseDouble(fields[3]));
        }
    }

    /** @param notes what could not be measured, or only so */
    public record Outcome(List<Reading> readings, List<NodeFinding> notes) {

        public Outcome {
            readings = List.copyOf(readings);
            notes = List.copyOf(notes);
        }

        /** With this note in place of any other on the same subject. */
        Outcome noting(NodeFinding note) {
            return new Outcome(readings, Stream.concat(notes.stream().filter(other -> !other.subject().equals(note.subject())), Stream.of(note)).toList());
        }
    }

    public NodeMeasurement towards(String address) {
        return new NodeMeasurement(Optional.of(address), port, times, each);
    }

    NodeMeasurement alone() {
        return new NodeMeasurement(Optional.empty(), port, times, each);
    }

    public NodeMeasurement repeated(int count) {
        return new NodeMeasurement(peer, port, count, each);
    }

    /** After it something hangs. */
    Duration limit() {
        return each.multipliedBy(2L * times * KINDS).plus(BESIDES);
    }

    byte[] script() {
        return text("measure", "PEER=" + NodeScript.quoted(peer.orElse("")), "PORT=" + port, "TIMES=" + times, "EACH=" + each.toSeconds());
    }

    /** Of the peer, which listens from start to stop. */
    byte[] peerScript(String verb) {
        return text("peer", "VERB=" + verb, "LISTEN=" + NodeScript.quoted(peer.orElseThrow()), "PORT=" + port,
                "LIMIT=" + limit().toSeconds());
    }

    private static byte[] text(String name, String... assignments) {
        return ("{\n" + String.join("\n", Arrays.asList(assignments)) + "\n" + NodeScript.resource("measurement/" + name + ".sh")
                + "} </dev/null\n").getBytes(StandardCharsets.UTF_8);
    }
}
