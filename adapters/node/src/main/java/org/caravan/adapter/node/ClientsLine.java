package org.caravan.adapter.node;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.caravan.adapter.ClientCounts;
import org.caravan.adapter.ClientCounts.Opened;
import org.caravan.adapter.ClientCounts.Trip;

/**
 * Parses the line of a copy that users reach without a router in the output of {@code usages.sh}; {@code -} is an empty field:
 *
 * <pre>
 *   clients LABEL START UNLISTED OPENED                        TRIPS
 *   clients …     1780  0        80/10.7.88.0/41,80/fd4e:1::/2 80/10.7.88.9/12.4
 * </pre>
 *
 * OPENED are port, subnet and connection attempts; TRIPS are port, client and round-trip time in ms.
 */
final class ClientsLine {

    /** As many as the host lists: 512 subnets of each IP version. */
    private static final int MOST_OPENED = 1024;
    private static final int MOST_TRIPS = 500;
    private static final Pattern START = Pattern.compile("[0-9]{1,20}");
    /** Limits the digits, so that sums of counts fit in a long. */
    private static final Pattern COUNT = Pattern.compile("[0-9]{1,12}");
    private static final String PORT_AND_ADDRESS = "([0-9]{1,5})/([0-9]{1,3}(?:\\.[0-9]{1,3}){3}|[0-9a-f:]{2,39})/";
    private static final Pattern OPENED = Pattern.compile(PORT_AND_ADDRESS + "([0-9]{1,12})");
    private static final Pattern TRIP = Pattern.compile(PORT_AND_ADDRESS + "([0-9]{1,7}(?:\\.[0-9]{1,6})?)");

    private ClientsLine() {}

    /** @throws IllegalArgumentException for a line that the script does not write */
    static ClientCounts read(String[] words) {
        if (words.length != 6) {
            throw new IllegalArgumentException("no counts of clients: " + words.length + " words");
        }
        List<Opened> opened = new ArrayList<>();
        for (String part : parts(words[4], MOST_OPENED)) {
            Matcher found = check(OPENED, part);
            opened.add(new Opened(port(found), found.group(2), Long.parseLong(found.group(3))));
        }
        List<Trip> trips = new ArrayList<>();
        for (String part : parts(words[5], MOST_TRIPS)) {
            Matcher found = check(TRIP, part);
            trips.add(new Trip(port(found), found.group(2), Double.parseDouble(found.group(3))));
        }
        check(START, words[2]);
        check(COUNT, words[3]);
        return new ClientCounts(words[2], Long.parseLong(words[3]), opened, trips);
    }

    private static String[] parts(String word, int most) {
        String[] parts = word.equals("-") ? new String[0] : word.split(",", -1);
        if (parts.length > most) {
            throw new IllegalArgumentException("counts of " + parts.length + " clients; at most " + most + " are read");
        }
        return parts;
    }

    private static int port(Matcher found) {
        int port = Integer.parseInt(found.group(1));
        if (port < 1 || port > 65_535) {
            throw new IllegalArgumentException("no port: " + port);
        }
        return port;
    }

    private static Matcher check(Pattern form, String word) {
        Matcher matcher = form.matcher(word);
        if (!matcher.matches()) {
            throw new IllegalArgumentException("no counts of clients: " + (word.length() > 100 ? word.substring(0, 100) + " …" : word));
        }
        return matcher;
    }
}
