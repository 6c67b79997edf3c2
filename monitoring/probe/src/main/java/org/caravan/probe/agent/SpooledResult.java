package org.caravan.probe.agent;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.caravan.infrastructure.IpFamily;
import org.caravan.measure.Jitter;
import org.caravan.measure.PathId;
import org.caravan.measure.Quantity;
import org.caravan.measure.Sample;
import org.caravan.text.TextRule;
import org.caravan.unit.Bytes;

/**
 * A line in the spool of a probe agent.
 *
 * @param number increases by one within a spool, and never repeats
 * @param takenAt time of the measurement by the machine's clock
 * @param gateway gateway through which the packets left; {@code -} if there was none
 * @param sent number of echo requests
 * @param rtts round-trip times in ms by number of the request, from 1
 * @param fault why nothing was sent
 */
record SpooledResult(long number, Instant takenAt, PathId path, String gateway, int sent, TreeMap<Integer, Double> rtts,
        Optional<String> fault) {

    /** Interval between echo requests of the agent's ping. */
    private static final long INTERVAL_MILLIS = 200;

    /** Longest round-trip time that is accepted. */
    private static final double MOST_RTT_MILLIS = 600_000;

    private static final int ECHO_BYTES = 64;
    private static final int LONGEST_LINE = 100_000;
    private static final Pattern LINE = Pattern.compile(
            "(\\d{1,18}) (\\d{1,15}) (\\S{1,200})>(\\S{1,200}) (\\S{1,100}) (?:(\\d{1,6}) (\\S+)|! (.*)) \\.");

    /** Throws IllegalArgumentException if the text is not a line of a spool. */
    static SpooledResult parse(String line) {
        Matcher read = LINE.matcher(line);
        if (line.length() > LONGEST_LINE || !read.matches()) {
            throw new IllegalArgumentException("no line of a spool: " + TextRule.excerpt(line));
        }
        TreeMap<Integer, Double> rtts = new TreeMap<>();
        if (read.group(7) != null && !read.group(7).equals("-")) {
            for (String reply : read.group(7).split(",")) {
                int colon = reply.indexOf(':');
                // A duplicate reply took a longer path.
                rtts.putIfAbsent(Integer.valueOf(reply.substring(0, colon)), rtt(reply.substring(colon + 1)));
            }
        }
        return new SpooledResult(Long.parseLong(read.group(1)), Instant.ofEpochMilli(Long.parseLong(read.group(2))),
                PathId.parse(read.group(3) + " -> " + read.group(4)), read.group(5),
                read.group(6) == null ? 0 : Integer.parseInt(read.group(6)), rtts,
                        Optional.ofNullable(read.group(8)).map(why -> TextRule.excerpt(why.strip(), 300)));
    }

    private static double rtt(String word) {
        double millis = Double.parseDouble(word);
        if (!(millis >= 0 && millis <= MOST_RTT_MILLIS)) {
            throw new IllegalArgumentException("no round-trip time: " + word);
        }
        return millis;
    }

    /** Returns a sample per reply, at the sending time of its request, and samples for loss and jitter. */
    List<Sample> samples(Instant correctedAt, String probe) {
        List<Sample> samples = new ArrayList<>();
        rtts.forEach((sequence, rtt) -> samples.add(
                new Sample(path, Quantity.IDLE_RTT, rtt, correctedAt.plusMillis((sequence - 1) * INTERVAL_MILLIS), probe)));
        samples.add(new Sample(path, Quantity.LOSS, Math.max(0, sent - rtts.size()) / (double) sent, correctedAt, probe));
        return Jitter.beside(samples);
    }

    /** Bytes on the wire, both directions. */
    Bytes bytes() {
        int header = path.from().family() == IpFamily.IPV4 ? 20 : 40;
        return new Bytes((long) (ECHO_BYTES + header) * (sent + rtts.size()));
    }
}
