package org.caravan.adapter.node;

import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.caravan.adapter.CopyId;
import org.caravan.adapter.HostUsage;
import org.caravan.adapter.RequestTimes;
import org.caravan.adapter.ResourceCounters;
import org.caravan.unit.Bytes;

/**
 * Parses the output of {@code usages.sh}. A line has a label, or {@code host}, and six numbers; for a router, its response times.
 */
final class UsageLines {

    /** Limits the digits, so that sums of counts fit in a long. */
    private static final Pattern PAIR = Pattern.compile("[0-9]{1,12}:[0-9]{1,12}");
    private static final ResourceCounters NOTHING =
            new ResourceCounters(0, new Bytes(0), new Bytes(0), new Bytes(0), new Bytes(0), new Bytes(0));

    private UsageLines() {}

    /** @throws RuntimeException for output that the script does not write */
    static HostUsage read(String text) {
        ResourceCounters host = NOTHING;
        SortedMap<CopyId, ResourceCounters> copies = new TreeMap<>();
        SortedMap<CopyId, RequestTimes> requests = new TreeMap<>();
        for (String line : text.lines().toList()) {
            String[] words = line.split(" ");
            if (words.length == 7 && words[0].equals("host")) {
                host = consumption(words);
            } else if (words.length == 7) {
                copies.put(CopyId.parse(words[0]), consumption(words));
            } else if (words.length >= 2 && words[0].equals("requests")) {
                requests.put(CopyId.parse(words[1]), times(words.length == 3 ? words[2] : ""));
            }
        }
        return new HostUsage(host, copies, requests);
    }

    private static ResourceCounters consumption(String[] words) {
        return new ResourceCounters(number(words[1]), bytes(words[2]), bytes(words[3]), bytes(words[4]), bytes(words[5]), bytes(words[6]));
    }

    /** Pairs of a time and its count: {@code 42:7,513:1}. */
    private static RequestTimes times(String word) {
        SortedMap<Long, Long> answered = new TreeMap<>();
        for (String pair : word.isEmpty() ? new String[0] : word.split(",")) {
            if (!PAIR.matcher(pair).matches()) {
                throw new IllegalArgumentException("no time and count: " + pair);
            }
            int colon = pair.indexOf(':');
            answered.put(Long.valueOf(pair.substring(0, colon)), Long.valueOf(pair.substring(colon + 1)));
        }
        return new RequestTimes(answered);
    }

    private static Bytes bytes(String word) {
        return new Bytes(number(word));
    }

    private static long number(String word) {
        return Math.max(0, Long.parseLong(word));
    }
}
