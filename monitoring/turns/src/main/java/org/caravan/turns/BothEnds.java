package org.caravan.turns;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.caravan.turns.Segment.Socket;

/**
 * Segments of several captures in the time of one clock. A connection that was captured at both ends is seen in two ways: where its
 * requests are answered, and where they are sent.
 *
 * @param answered in order of time
 * @param sent in order of time
 * @param from all captures are complete from then on, in nanoseconds since the epoch
 * @param until all captures are complete until then
 */
record BothEnds(List<Segment> answered, List<Segment> sent, long from, long until, List<TurnReport.Clock> clocks) {

    /** Captures whose places are not known. */
    static BothEnds same(List<Segment> segments) {
        return new BothEnds(segments, segments, Long.MIN_VALUE, Long.MAX_VALUE, List.of());
    }

    boolean isSame() {
        return answered == sent;
    }

    /** Whether everything between start and end of the exchange was captured. */
    boolean complete(Exchange exchange) {
        return exchange.start() >= from && exchange.end() <= until;
    }

    /** @param servers connection → the end that answers, of segments in any order */
    static BothEnds of(Map<PlacedCapture, CaptureFile.Capture> captures,
            Function<List<Segment>, Map<Set<Socket>, Socket>> servers) {
        Clocks clocks = new Clocks();
        captures.forEach((place, capture) -> clocks.add(place.clock(), place.addresses(), capture.segments()));
        List<TurnReport.Clock> offsets = clocks.offsets();
        Map<String, Long> ahead = offsets.stream()
                .collect(Collectors.toMap(TurnReport.Clock::name, clock -> clock.aheadNanos().orElse(0L)));
        Map<Set<Socket>, Socket> answering = servers.apply(captures.values().stream()
                .flatMap(capture -> capture.segments().stream()).toList());
        List<Segment> atServer = new ArrayList<>();
        List<Segment> atClient = new ArrayList<>();
        long from = Long.MIN_VALUE;
        long until = Long.MAX_VALUE;
        for (Map.Entry<PlacedCapture, CaptureFile.Capture> one : captures.entrySet()) {
            PlacedCapture place = one.getKey();
            long shift = ahead.get(place.clock());
            from = Math.max(from, nanos(place.begun()) - shift);
            until = Math.min(until, nanos(place.until()) - shift);
            for (Segment segment : one.getValue().segments()) {
                Socket server = answering.getOrDefault(TurnAnalysis.ends(segment), segment.target());
                (place.addresses().contains(server.address()) ? atServer : atClient).add(segment.earlier(shift));
            }
            if (place.limited() && !one.getValue().segments().isEmpty()) {
                until = Math.min(until, one.getValue().segments().stream().mapToLong(Segment::nanos).max().orElseThrow() - shift);
            }
        }
        return new BothEnds(preferred(atServer, atClient), preferred(atClient, atServer), from, until, offsets);
    }

    private static long nanos(Instant time) {
        return TimeUnit.SECONDS.toNanos(time.getEpochSecond()) + time.getNano();
    }

    /** Segments of the one end, and of connections that were not captured there those of the other. */
    private static List<Segment> preferred(List<Segment> one, List<Segment> other) {
        Set<Set<Socket>> there = one.stream().map(TurnAnalysis::ends).collect(Collectors.toSet());
        List<Segment> all = new ArrayList<>(one);
        other.stream().filter(segment -> !there.contains(TurnAnalysis.ends(segment))).forEach(all::add);
        all.sort(Comparator.comparingLong(Segment::nanos));
        return all;
    }
}
