package org.caravan.turns;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import org.caravan.application.Hop;
import org.caravan.turns.Exchange.Link;
import org.caravan.turns.Segment.Socket;

/**
 * Finds the turns, bytes and service times of requests in captures (source: Nguyen et al., "Why cloud applications are not ready for the
 * edge (yet)", SEC 2019, section 4). A sample is a request at the entry while no other request runs there: everything between its start
 * and its end is caused by it. Requests that overlap are counted with their time at the entry, but give no figures of links, because
 * the links of one cannot be distinguished from those of the other.
 */
public final class TurnAnalysis {

    private final List<Listener> listeners;
    private final List<RequestPattern> patterns;

    /**
     * @param listeners addresses of the components; all other addresses are users
     * @param patterns kinds of requests
     */
    public TurnAnalysis(List<Listener> listeners, List<RequestPattern> patterns) {
        this.listeners = List.copyOf(listeners);
        this.patterns = List.copyOf(patterns);
    }

    /**
     * @param files captures of the same time, whose clocks agree
     * @throws CaptureFault if a file cannot be read, or no connection leads from users to a component ({@code capture-without-entry})
     */
    public TurnReport read(List<Path> files) {
        List<CaptureFile.Capture> captures = files.stream().map(file -> new CaptureFile(file).read()).toList();
        List<Segment> segments = captures.stream().flatMap(capture -> capture.segments().stream())
                .sorted(Comparator.comparingLong(Segment::nanos)).toList();
        TurnReport report = analyse(segments, captures.stream().anyMatch(CaptureFile.Capture::cut));
        return entered(report, segments);
    }

    /**
     * @param captures by tcpdump at the components, whose clocks may differ
     * @param unreadable gets each capture that cannot be read, if others can
     * @throws CaptureFault as {@link #read} if no capture can be read; also {@code capture-without-tcp} if none contains a segment
     */
    public TurnReport readPlaced(List<PlacedCapture> captures, BiConsumer<PlacedCapture, CaptureFault> unreadable) {
        Map<PlacedCapture, CaptureFile.Capture> read = new LinkedHashMap<>();
        Map<PlacedCapture, CaptureFault> refused = new LinkedHashMap<>();
        for (PlacedCapture capture : captures) {
            try {
                read.put(capture, new CaptureFile(capture.file()).readOfNode());
            } catch (CaptureFault fault) {
                refused.put(capture, fault);
            }
        }
        if (read.isEmpty() && !refused.isEmpty()) {
            throw refused.values().iterator().next();
        }
        refused.forEach(unreadable);
        if (read.values().stream().allMatch(capture -> capture.segments().isEmpty())) {
            throw new CaptureFault("capture-without-tcp", "No TCP segment with payload was captured at any component.",
                    "send requests while it runs, or capture for a longer time.");
        }
        BothEnds ends = BothEnds.of(read, this::servers);
        return entered(analyse(ends, read.values().stream().anyMatch(CaptureFile.Capture::cut)
                || read.keySet().stream().anyMatch(PlacedCapture::limited)), ends.answered());
    }

    private static TurnReport entered(TurnReport report, List<Segment> segments) {
        if (report.captured() == 0) {
            throw new CaptureFault("capture-without-entry", "No connection leads from users to a component ("
                    + report.unassigned() + " connections lead to other addresses).",
                    "name each component with its address in the capture, for example --component web=10.0.0.2:80. Addresses: "
                            + listening(segments));
        }
        return report;
    }

    /** The addresses that accept most connections, for an error. */
    private static String listening(List<Segment> segments) {
        Map<Socket, Long> accepted = segments.stream().filter(Segment::opening)
                .collect(Collectors.groupingBy(Segment::target, Collectors.counting()));
        return accepted.entrySet().stream().sorted(Map.Entry.<Socket, Long>comparingByValue().reversed()).limit(8)
                .map(entry -> entry.getKey().address().getHostAddress() + " port " + entry.getKey().port())
                .collect(Collectors.joining(", "));
    }

    /** @param segments in order of time */
    TurnReport analyse(List<Segment> segments, boolean cut) {
        return analyse(BothEnds.same(segments), cut);
    }

    TurnReport analyse(BothEnds both, boolean cut) {
        Map<Set<Socket>, Socket> servers = servers(both.answered());
        Map<Set<Socket>, Optional<Link>> links = links(servers);
        List<Connection> connections = connections(both.answered(), servers, links);
        List<Exchange> exchanges = exchanges(connections);
        List<Exchange> sent = both.isSame() ? exchanges : exchanges(connections(both.sent()));
        List<Exchange> entered = exchanges.stream().filter(exchange -> exchange.link().from().equals(Hop.USERS)).toList();
        List<Exchange> alone = alone(entered);
        Map<String, List<Exchange>> samples = byRequest(alone, both);
        Map<String, List<Exchange>> all = byRequest(entered, both);
        Timeline timeline = new Timeline(exchanges, sent);
        connections.forEach(timeline::add);
        List<TurnReport.Request> requests = patterns.stream().map(RequestPattern::request).distinct()
                .map(request -> profile(request, samples.getOrDefault(request, List.of()),
                        all.getOrDefault(request, List.of()), timeline)).toList();
        int unrecognised = (int) entered.stream().filter(exchange -> kind(exchange).isEmpty()).count();
        int unanswered = (int) entered.stream().filter(exchange -> !exchange.isAnswered()).count();
        int unassigned = (int) links.values().stream().filter(Optional::isEmpty).count();
        return new TurnReport(requests, entered.size(), entered.size() - alone.size(), unanswered, unrecognised, unassigned, cut,
                both.clocks());
    }

    private Map<Set<Socket>, Optional<Link>> links(Map<Set<Socket>, Socket> servers) {
        Map<Set<Socket>, Optional<Link>> links = new HashMap<>();
        servers.forEach((ends, server) -> links.put(ends, link(ends, server)));
        return links;
    }

    private static List<Exchange> exchanges(List<Connection> connections) {
        return connections.stream().flatMap(connection -> connection.exchanges().stream())
                .sorted(Comparator.comparingLong(Exchange::start)).toList();
    }

    private List<Connection> connections(List<Segment> segments) {
        Map<Set<Socket>, Socket> servers = servers(segments);
        return connections(segments, servers, links(servers));
    }

    private static List<Connection> connections(List<Segment> segments, Map<Set<Socket>, Socket> servers,
            Map<Set<Socket>, Optional<Link>> links) {
        List<Connection> connections = new ArrayList<>();
        Map<Set<Socket>, Connection> open = new HashMap<>();
        for (Segment segment : segments) {
            Set<Socket> ends = ends(segment);
            links.getOrDefault(ends, Optional.empty()).ifPresent(link -> {
                Connection connection = open.get(ends);
                if (connection == null || connection.isFollowedBy(segment)) {
                    connection = new Connection(link, servers.get(ends), segment);
                    open.put(ends, connection);
                    connections.add(connection);
                }
                connection.add(segment);
            });
        }
        return connections;
    }

    /** Connection → its server: who receives the SYN, else the end that a component declares with a port, else the lower port. */
    Map<Set<Socket>, Socket> servers(List<Segment> segments) {
        Map<Set<Socket>, Socket> servers = new LinkedHashMap<>();
        Set<Set<Socket>> opened = new HashSet<>();
        for (Segment segment : segments) {
            Set<Socket> ends = ends(segment);
            if (ends.size() == 1) {
                continue;
            }
            if (segment.opening() && opened.add(ends)) {
                servers.put(ends, segment.target());
            } else if (!servers.containsKey(ends)) {
                servers.put(ends, guessed(segment.source(), segment.target()));
            }
        }
        return servers;
    }

    static Set<Socket> ends(Segment segment) {
        return new HashSet<>(List.of(segment.source(), segment.target()));
    }

    private Socket guessed(Socket one, Socket other) {
        boolean first = declared(one);
        boolean second = declared(other);
        return first != second ? first ? one : other : one.port() < other.port() ? one : other;
    }

    private boolean declared(Socket socket) {
        return listeners.stream().anyMatch(listener -> listener.port().isPresent() && listener.accepts(socket));
    }

    private Optional<Link> link(Set<Socket> ends, Socket server) {
        Socket client = ends.stream().filter(end -> !end.equals(server)).findFirst().orElseThrow();
        return listeners.stream().filter(listener -> listener.accepts(server))
                .max(Comparator.comparing(listener -> listener.port().isPresent()))
                .map(listener -> new Link(from(client), listener.component()))
                .filter(link -> !link.from().equals(link.to()));
    }

    private String from(Socket client) {
        return listeners.stream().filter(listener -> listener.address().equals(client.address())).map(Listener::component)
                .findFirst().orElse(Hop.USERS);
    }

    /** @param entered in order of start */
    private static List<Exchange> alone(List<Exchange> entered) {
        List<Exchange> alone = new ArrayList<>();
        long busyUntil = Long.MIN_VALUE;
        for (int index = 0; index < entered.size(); index++) {
            Exchange exchange = entered.get(index);
            boolean before = exchange.start() > busyUntil;
            boolean after = index + 1 == entered.size() || !exchange.overlaps(entered.get(index + 1));
            if (before && after) {
                alone.add(exchange);
            }
            busyUntil = Math.max(busyUntil, exchange.end());
        }
        return alone;
    }

    private Optional<RequestPattern> kind(Exchange exchange) {
        return patterns.stream().filter(pattern -> pattern.matches(exchange.requestLine()))
                .max(Comparator.comparingInt(RequestPattern::precision));
    }

    /** Complete exchanges of requests with a pattern. */
    private Map<String, List<Exchange>> byRequest(List<Exchange> entered, BothEnds both) {
        return entered.stream().filter(exchange -> exchange.isAnswered() && both.complete(exchange) && kind(exchange).isPresent())
                .collect(Collectors.groupingBy(exchange -> kind(exchange).orElseThrow().request()));
    }

    /** @param all samples and the requests that overlap others */
    private static TurnReport.Request profile(String request, List<Exchange> samples, List<Exchange> all, Timeline timeline) {
        Map<Link, List<Timeline.LinkUse>> uses = new LinkedHashMap<>();
        for (Exchange sample : samples) {
            timeline.uses(sample).forEach((link, use) -> uses.computeIfAbsent(link, unused -> new ArrayList<>()).add(use));
        }
        List<TurnReport.Hop> hops = new ArrayList<>();
        List<Link> rest = uses.entrySet().stream()
                .sorted(Comparator.comparingLong(entry -> median(entry.getValue(), Timeline.LinkUse::firstNanos))).map(Map.Entry::getKey)
                .collect(Collectors.toCollection(ArrayList::new));
        // A hop starts where an earlier one arrives. What the request does not reach was caused by something else.
        Set<String> reached = new HashSet<>(Set.of(Hop.USERS));
        for (boolean more = true; more;) {
            Optional<Link> next = rest.stream().filter(link -> reached.contains(link.from())).findFirst();
            next.ifPresent(link -> {
                rest.remove(link);
                reached.add(link.to());
                hops.add(hop(link, uses.get(link), samples.size()));
            });
            more = next.isPresent();
        }
        return new TurnReport.Request(request, samples.size(),
                Duration.ofNanos(samples.isEmpty() ? 0 : median(samples, exchange -> exchange.end() - exchange.start())), hops,
                samples.isEmpty() ? Optional.empty() : Optional.of(load(samples, all)));
    }

    private static TurnReport.Load load(List<Exchange> samples, List<Exchange> all) {
        Spread alone = Spread.of(samples, Exchange::answerNanos);
        Spread together = Spread.of(all, Exchange::answerNanos);
        return new TurnReport.Load(all.size(), Duration.ofNanos(alone.mean()), Duration.ofNanos(together.mean()),
                Duration.ofNanos(together.p95()));
    }

    /** @param p95 by nearest rank, at least the mean */
    private record Spread(long mean, long p95) {

        static <T> Spread of(List<T> values, ToLongFunction<T> figure) {
            long[] sorted = values.stream().mapToLong(figure).sorted().toArray();
            long mean = (long) Arrays.stream(sorted).average().orElse(0);
            return new Spread(mean, Math.max(mean, sorted[(int) Math.ceil(sorted.length * 0.95) - 1]));
        }
    }

    private static TurnReport.Hop hop(Link link, List<Timeline.LinkUse> uses, int samples) {
        int turns = (int) median(uses, Timeline.LinkUse::turns);
        long agreeing = uses.stream().filter(use -> use.turns() == turns).count();
        Spread service = Spread.of(uses, Timeline.LinkUse::serviceNanos);
        Spread bytes = Spread.of(uses, Timeline.LinkUse::bytes);
        return new TurnReport.Hop(link.from(), link.to(), turns, (double) agreeing / uses.size(), median(uses, Timeline.LinkUse::bytes),
                bytes.mean(), bytes.p95(), Duration.ofNanos(median(uses, Timeline.LinkUse::serviceNanos)),
                Duration.ofNanos(service.mean()), Duration.ofNanos(service.p95()), (double) uses.size() / samples);
    }

    /** The lower of the two in the middle: a value that was seen. */
    private static <T> long median(List<T> values, ToLongFunction<T> figure) {
        long[] sorted = values.stream().mapToLong(figure).sorted().toArray();
        return sorted[(sorted.length - 1) / 2];
    }
}
