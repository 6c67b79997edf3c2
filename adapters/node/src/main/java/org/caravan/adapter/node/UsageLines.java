package org.caravan.adapter.node;

import java.util.SortedMap;
import java.util.TreeMap;
import org.caravan.adapter.Consumption;
import org.caravan.adapter.CopyId;
import org.caravan.adapter.HostUsage;
import org.caravan.unit.Bytes;

/** Reads what {@code usages.sh} writes: a label, or {@code host}, and six numbers a line. */
final class UsageLines {

    private static final Consumption NOTHING =
            new Consumption(0, new Bytes(0), new Bytes(0), new Bytes(0), new Bytes(0), new Bytes(0));

    private UsageLines() {}

    static HostUsage read(String text) {
        Consumption host = NOTHING;
        SortedMap<CopyId, Consumption> copies = new TreeMap<>();
        for (String line : text.lines().toList()) {
            String[] words = line.split(" ");
            if (words.length == 7 && words[0].equals("host")) {
                host = consumption(words);
            } else if (words.length == 7) {
                copies.put(CopyId.parse(words[0]), consumption(words));
            }
        }
        return new HostUsage(host, copies);
    }

    private static Consumption consumption(String[] words) {
        return new Consumption(number(words[1]), bytes(words[2]), bytes(words[3]), bytes(words[4]), bytes(words[5]), bytes(words[6]));
    }

    private static Bytes bytes(String word) {
        return new Bytes(number(word));
    }

    private static long number(String word) {
        return Math.max(0, Long.parseLong(word));
    }
}
