package org.caravan.adapter.node;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import org.caravan.adapter.ClientCounts;
import org.caravan.adapter.CopyId;
import org.caravan.adapter.HostUsage;
import org.caravan.adapter.LinkUse;
import org.caravan.adapter.ResourceCounters;
import org.caravan.adapter.RouterCounts;
import org.caravan.unit.Bytes;

/**
 * Parses the output of {@code usages.sh}. A line has a label, or {@code host}, and six numbers; for a router, its counts: see
 * {@link RouterLine}; for a copy that users reach without a router, their connections: see {@link ClientsLine}; for an access link of a
 * copy, its bandwidth: see {@link BandwidthLine}; for a link with a quota, what is used of it: see {@link QuotaWords}.
 */
final class UsageLines {

    private static final ResourceCounters NOTHING =
            new ResourceCounters(0, new Bytes(0), new Bytes(0), new Bytes(0), new Bytes(0), new Bytes(0));

    private UsageLines() {}

    /** @throws RuntimeException for usage that the script does not write */
    static HostUsage read(String text) {
        ResourceCounters host = NOTHING;
        SortedMap<CopyId, ResourceCounters> copies = new TreeMap<>();
        SortedMap<CopyId, RouterCounts> requests = new TreeMap<>();
        SortedMap<CopyId, List<LinkUse>> bandwidth = new TreeMap<>();
        List<String> quotas = new ArrayList<>();
        SortedMap<CopyId, ClientCounts> clients = new TreeMap<>();
        for (String line : text.lines().toList()) {
            String[] words = line.split(" ");
            if (words.length >= 2 && words[0].equals("requests")) {
                ofCopy(words, RouterLine::read).ifPresent(counts -> requests.put(CopyId.parse(words[1]), counts));
            } else if (words.length >= 2 && words[0].equals("clients")) {
                ofCopy(words, ClientsLine::read).ifPresent(counts -> clients.put(CopyId.parse(words[1]), counts));
            } else if (words.length >= 2 && (words[0].equals("bandwidth") || words[0].equals("inbound"))) {
                BandwidthLine.read(words).ifPresent(use -> bandwidth.computeIfAbsent(CopyId.parse(words[1]), unused -> new ArrayList<>())
                        .add(use));
            } else if (words[0].equals("quota") || words[0].equals("period")) {
                quotas.add(line);
            } else if (words.length == 7 && words[0].equals("host")) {
                host = consumption(words);
            } else if (words.length == 7) {
                copies.put(CopyId.parse(words[0]), consumption(words));
            }
        }
        return new HostUsage(host, copies, requests, bandwidth, QuotaWords.read(quotas), clients);
    }

    /** Empty for text that the script does not write: a program of the copy may answer for its router, which must not hide other copies. */
    private static <T> Optional<T> ofCopy(String[] words, Function<String[], T> form) {
        try {
            CopyId.parse(words[1]);
            return Optional.of(form.apply(words));
        } catch (IllegalArgumentException | ArithmeticException | IndexOutOfBoundsException hostile) {
            return Optional.empty();
        }
    }

    private static ResourceCounters consumption(String[] words) {
        return new ResourceCounters(number(words[1]), bytes(words[2]), bytes(words[3]), bytes(words[4]), bytes(words[5]), bytes(words[6]));
    }

    private static Bytes bytes(String word) {
        return new Bytes(number(word));
    }

    private static long number(String word) {
        return Math.max(0, Long.parseLong(word));
    }
}
