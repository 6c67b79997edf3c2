package org.caravan.probe.passive;

import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A TCP connection as one of its ends saw it.
 *
 * @param local address literal of that end
 * @param remote address literal of the other
 * @param smoothedMillis round-trip time, in ms
 * @param leastMillis the least of about five minutes, in ms
 */
record SeenConnection(String local, String remote, double smoothedMillis, double leastMillis) {

    private static final int LONGEST_LINE = 300;
    /** {@code 10.1.6.10:8079 [::ffff:10.2.1.10]:40312 9.87/… }: an end is an address, in brackets if it has colons, and a port. */
    private static final Pattern LINE = Pattern.compile("(\\S+):\\d+ (\\S+):\\d+ (\\d{1,9}(?:\\.\\d{1,9})?) (\\d{1,9}(?:\\.\\d{1,9})?)");

    /** Of what {@code connections.sh} prints; a line that says something else is left out. */
    static List<SeenConnection> read(String output) {
        return output.lines().map(SeenConnection::parse).flatMap(Optional::stream).toList();
    }

    private static Optional<SeenConnection> parse(String line) {
        Matcher matcher = LINE.matcher(line.length() > LONGEST_LINE ? "" : line);
        return matcher.matches()
                ? Optional.of(new SeenConnection(address(matcher.group(1)), address(matcher.group(2)), Double.parseDouble(matcher.group(3)),
                        Double.parseDouble(matcher.group(4))))
                : Optional.empty();
    }

    /** Without brackets, the interface's name, and what sockets of both IP versions put before IPv4. */
    private static String address(String end) {
        return end.replaceAll("[\\[\\]]|%.*$", "").replaceFirst("^::ffff:(?=\\d+\\.)", "");
    }
}
