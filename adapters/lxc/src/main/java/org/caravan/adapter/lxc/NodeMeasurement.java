package org.caravan.adapter.lxc;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
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

    /** Kinds of measurements; the network counts twice. */
    private static final int KINDS = 5;
    private static final Duration BESIDES = Duration.ofMinutes(6);

    public NodeMeasurement {
        if (times < 2 || times > 100 || each.toSeconds() < 1 || each.toSeconds() > 60) {
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

        static List<Reading> read(String text) {
            return text.lines().map(line -> line.split("\t", -1)).filter(fields -> fields.length == 4 && fields[0].equals("figure"))
                    .map(fields -> new Reading(fields[1], fields[2], Double.parseDouble(fields[3]))).toList();
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
