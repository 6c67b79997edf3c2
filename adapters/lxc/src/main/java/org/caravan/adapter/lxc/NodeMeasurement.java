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
 * Time-limited measurement of a node's storage, processor, memory and network, as in Table II of the paper on MEC-ConPaaS (IEEE
 * Mobile Cloud 2017).
 *
 * @param peer address on which another node answers; if empty, the network is not measured
 * @param port of the peer during the measurement, 1 to 65535
 * @param times repetitions of each measurement, 2 to 100
 * @param each duration of one repetition, whole seconds, 1 to 60
 */
public record NodeMeasurement(Optional<String> peer, int port, int times, Duration each) {

    /** Five repetitions, as in the paper. */
    public static final NodeMeasurement DEFAULT = new NodeMeasurement(Optional.empty(), 5299, 5, Duration.ofSeconds(2));

    private static final int MOST_TIMES = 100;
    /** Kinds of measurements; network counts twice, for its two directions. */
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
     * @param what cpu, memory, disk, network-out or network-in; or {@link #THREADS}, which cpu used
     * @param unit events/s, MiB/s, Mbit/s or threads
     */
    public record Reading(String what, String unit, double value) {

        public static final String THREADS = "threads";

        private static final Map<String, String> UNITS = Map.of(
                THREADS, "threads", "cpu", "events/s", "memory", "MiB/s", "disk", "MiB/s", "network-out", "Mbit/s", "network-in", "Mbit/s");
        /** Format of the programs' output: no exponent, sign or NaN. */
        private static final Pattern VALUE = Pattern.compile("[0-9]{1,12}(?:\\.[0-9]{1,9})?");

        /**
         * @throws IllegalArgumentException that names an invalid line, or a quantity with more than {@link #MOST_TIMES} readings
         */
        static List<Reading> read(String text) {
            List<Reading> readings = text.lines().filter(line -> line.startsWith("figure\t")).limit(UNITS.size() * MOST_TIMES + 1L)
                    .map(Reading::one).toList();
            UNITS.keySet().stream().sorted().filter(what -> readings.stream().filter(reading -> reading.what.equals(what))
                    .count() > MOST_TIMES)
                    .findFirst().ifPresent(what -> {
                        throw new IllegalArgumentException(what + " more than " + MOST_TIMES + " times");
                    });
            return readings;
        }

        private static Reading one(String line) {
            String[] fields = line.split("\t", 5);
            if (fields.length != 4 || !fields[2].equals(UNITS.get(fields[1])) || fields[3].length() > 32
                    || !VALUE.matcher(fields[3]).matches()) {
                throw new IllegalArgumentException(NodeFinding.shown(line));
            }
            return new Reading(fields[1], fields[2], Double.parseDouble(fields[3]));
        }
    }

    /** @param notes measurements that were impossible or restricted */
    public record Outcome(List<Reading> readings, List<NodeFinding> notes) {

        public Outcome {
            readings = List.copyOf(readings);
            notes = List.copyOf(notes);
        }

        /** Replaces any note on the same subject by this one. */
        Outcome noting(NodeFinding note) {
            return new Outcome(readings, Stream.concat(notes.stream().filter(other -> !other.subject().equals(note.subject())),
                    Stream.of(note)).toList());
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

    /** Time limit, after which the measurement counts as hanging. */
    Duration limit() {
        return each.multipliedBy(2L * times * KINDS).plus(BESIDES);
    }

    byte[] script() {
        return text("measure", "PEER=" + NodeScript.quoted(peer.orElse("")), "PORT=" + port, "TIMES=" + times, "EACH=" + each.toSeconds());
    }

    /** Script of the peer, which listens from start to stop. */
    byte[] peerScript(String verb) {
        return text("peer", "VERB=" + verb, "LISTEN=" + NodeScript.quoted(peer.orElseThrow()), "PORT=" + port,
                "LIMIT=" + limit().toSeconds());
    }

    private static byte[] text(String name, String... assignments) {
        return ("{\n" + String.join("\n", Arrays.asList(assignments)) + "\n" + NodeScript.resource("measurement/" + name + ".sh")
                + "} </dev/null\n").getBytes(StandardCharsets.UTF_8);
    }
}
