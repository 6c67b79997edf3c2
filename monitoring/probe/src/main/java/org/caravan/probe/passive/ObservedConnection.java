package org.caravan.probe.passive;

import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A TCP connection as observed at one of its ends.
 *
 * @param local address literal of that end
 * @param remote address literal of the other end
 * @param smoothedMillis smoothed round-trip time of the kernel, in ms
 * @param leastMillis minimum of about the last five minutes, in ms
 */
record ObservedConnection(String local, String remote, double smoothedMillis, double leastMillis) {

    private static final int LONGEST_LINE = 300;
    /** {@code 10.1.6.10:8079 [::ffff:10.2.1.10]:40312 9.87 8.51}: an end is an address, in brackets if it has colons, and a port. */
    private static final Pattern LINE = Pattern.compile("(\\S+):\\d+ (\\S+):\\d+ (\\d{1,9}(?:\\.\\d{1,9})?) (\\d{1,9}(?:\\.\\d{1,9})?)");

    /** Parses the output of {@code connections.sh}; ignores lines in any other format. */
    static List<ObservedConnection> read(String output) {
        return output.lines().map(ObservedConnection::parse).flatMap(Optional::stream).toList();
    }

    private static Optional<ObservedConnection> parse(String line) {
        Matcher matcher = LINE.matcher(line.length() > LONGEST_LINE ? "" : line);
        return matcher.matches()
                ? Optional.of(new ObservedConnection(address(matcher.group(1)), address(matcher.group(2)),
                        Double.parseDouble(matcher.group(3)),
                        Double.parseDouble(matcher.group(4))))
                : Optional.empty();
    }

    /** Removes brackets, the name of the interface, and the prefix of an IPv4-mapped address. */
    private static String address(String end) {
        return end.replaceAll("[\\[\\]]|%.*$", "").replaceFirst("^::ffff:(?=\\d+\\.)", "");
    }
}
