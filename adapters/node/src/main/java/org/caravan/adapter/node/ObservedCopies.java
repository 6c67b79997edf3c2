package org.caravan.adapter.node;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.caravan.adapter.Admitted;
import org.caravan.adapter.CopyId;
import org.caravan.adapter.CopyRestarts;
import org.caravan.adapter.LinkBandwidth;
import org.caravan.adapter.ObservedCopy;
import org.caravan.adapter.PeerRoute;
import org.caravan.infrastructure.Admission;
import org.caravan.unit.BitRate;

/** Parses the output of {@code observe.sh}. */
public final class ObservedCopies {

    private static final Pattern WORD = Pattern.compile("[!-~]{1,300}");
    private static final Pattern ADDRESS = Pattern.compile("[0-9A-Fa-f.:]{2,45}");

    private final String hostId;
    private final List<ObservedCopy> copies = new ArrayList<>();
    private CopyId id;
    private ObservedCopy.State state;
    private String digest;
    private List<String> addresses;
    private List<PeerRoute> routes;
    private Map<String, String> secrets;
    private SortedSet<Integer> ports;
    private CopyRestarts restarts;
    private Optional<Boolean> filtered = Optional.empty();
    private SortedSet<Admission> admissions;
    private Optional<List<LinkBandwidth>> bandwidth = Optional.empty();

    private ObservedCopies(String hostId) {
        this.hostId = hostId;
    }

    /** @throws RuntimeException for output that the script does not write; a copy without a Caravan label is ignored */
    public static List<ObservedCopy> read(String hostId, String text) {
        ObservedCopies reading = new ObservedCopies(hostId);
        text.lines().forEach(reading::line);
        reading.endOfCopy();
        return List.copyOf(reading.copies);
    }

    private void line(String line) {
        String[] words = line.split(" ");
        if (words[0].equals("copy")) {
            endOfCopy();
            begin(words[1]);
        } else if (addresses != null) { // lines before the first copy come from other programs
            fact(words);
        }
    }

    private void fact(String[] words) {
        switch (words[0]) {
            case "state" -> state = ObservedCopy.State.valueOf(words[1]);
            case "spec" -> digest = matching(WORD, words[1]);
            case "address" -> addresses.add(matching(ADDRESS, words[1]));
            case "secret" -> secrets.put(matching(WORD, words[1]), matching(WORD, words[2]));
            case "route" -> routes.add(new PeerRoute(matching(WORD, words[1]), matching(WORD, words[2]), matching(WORD, words[3])));
            case "restarts" -> restarts = new CopyRestarts(Integer.parseInt(words[1]), words[2].equals("-") ? OptionalInt.empty()
                    : OptionalInt.of(Integer.parseInt(words[2])));
            case "port" -> ports.add(port(words[1]));
            case "filter" -> filtered = Optional.of(words[1].equals("on"));
            case "bandwidth" -> addBandwidth(words);
            case "inbound" -> addInbound(words[1], new BitRate(Long.parseLong(words[2])));
            case "admitted" -> admissions.add(new Admission(words[1], port(words[2])));
            default -> {
                // later versions may write more
            }
        }
    }

    /** Without further words: the host enforces bandwidth. */
    private void addBandwidth(String[] words) {
        List<LinkBandwidth> links = bandwidth.orElseGet(ArrayList::new);
        if (words.length > 1) {
            long uplink = Long.parseLong(words[2]);
            links.add(new LinkBandwidth(matching(WORD, words[1]),
                    uplink == BandwidthFile.UNDECLARED ? Optional.empty() : Optional.of(new BitRate(uplink)),
                    new BitRate(Long.parseLong(words[3])),
                    words[4].equals("-") ? Optional.empty() : Optional.of(new BitRate(Long.parseLong(words[4]))),
                    Double.parseDouble(words[5]),
                    words.length > 8 ? Optional.of(QuotaWords.quota(words[6], words[7], words[8])) : Optional.empty()));
        }
        bandwidth = Optional.of(links);
    }

    private void addInbound(String ispId, BitRate downlink) {
        bandwidth = bandwidth.map(links -> new ArrayList<>(links.stream()
                .map(link -> link.ispId().equals(ispId) ? link.withDownlink(Optional.of(downlink)) : link).toList()));
    }

    private static String matching(Pattern form, String word) {
        if (!form.matcher(word).matches()) {
            throw new IllegalArgumentException("no fact of a copy: " + word);
        }
        return word;
    }

    private static int port(String word) {
        int port = Integer.parseInt(word);
        if (port < 1 || port > 65535) {
            throw new IllegalArgumentException("no port: " + port);
        }
        return port;
    }

    private void begin(String label) {
        id = parsed(label);
        state = ObservedCopy.State.STOPPED;
        digest = "";
        addresses = new ArrayList<>();
        routes = new ArrayList<>();
        secrets = new TreeMap<>();
        ports = new TreeSet<>();
        restarts = CopyRestarts.NONE;
        filtered = Optional.empty();
        bandwidth = Optional.empty();
        admissions = new TreeSet<>();
    }

    /** Null for a folder that has a label file but no Caravan label, because it was created manually. */
    private static CopyId parsed(String label) {
        try {
            return CopyId.parse(label);
        } catch (IllegalArgumentException e) {
            return null;
        }
    }

    private void endOfCopy() {
        Optional.ofNullable(id).ifPresent(found ->
                copies.add(new ObservedCopy(found, hostId, state == ObservedCopy.State.RUNNING ? state : restarts.down(), digest,
                        addresses, routes, secrets, ports,
                        restarts, filtered.map(inForce -> inForce ? Admitted.of(admissions) : Admitted.EVERYONE), bandwidth)));
    }
}
