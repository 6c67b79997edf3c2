package org.caravan.turns;

import java.net.InetAddress;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.caravan.turns.Segment.Socket;

/**
 * Differences of the clocks of captures, from segments that were captured at both of their ends: of the times from one end to the other,
 * the shortest in each direction give the offset, as in NTP (RFC 5905, section 8). Its error is at most half of their sum, the shortest
 * round trip, and 0 if both directions take the same time.
 */
final class Clocks {

    /** The same segment at both ends. Segmentation by a network card changes the length, so these are not compared. */
    private record Key(Socket source, Socket target, long sequence, int length, boolean syn) {}

    private record Direction(String from, String to) {}

    private record Difference(String one, String other, long ahead, long error) {}

    /** Time of a segment that was sent again: which of them arrived is unknown. */
    private static final long REPEATED = Long.MIN_VALUE;

    private final Map<String, Map<Key, Long>> seen = new TreeMap<>();
    private final Map<InetAddress, String> homes = new HashMap<>();

    /** @param segments with the times of the clock */
    void add(String clock, Set<InetAddress> addresses, List<Segment> segments) {
        addresses.forEach(address -> homes.put(address, clock));
        Map<Key, Long> times = seen.computeIfAbsent(clock, unused -> new HashMap<>());
        segments.forEach(segment -> times.merge(new Key(segment.source(), segment.target(), segment.sequence(), segment.length(),
                segment.syn()), segment.nanos(), (first, again) -> REPEATED));
    }

    /**
     * By how much each clock is ahead of the first one, by name. A clock is compared along links with the shortest round trips; one without
     * a link to others has no offset.
     */
    List<TurnReport.Clock> offsets() {
        List<Difference> differences = differences();
        Map<String, TurnReport.Clock> known = new TreeMap<>();
        for (String first : seen.keySet()) {
            if (known.isEmpty()) {
                known.put(first, new TurnReport.Clock(first, Optional.of(0L), 0));
            }
        }
        for (boolean more = !seen.isEmpty(); more;) {
            Optional<Difference> next = differences.stream()
                    .filter(one -> known.containsKey(one.one()) != known.containsKey(one.other()))
                    .min(Comparator.comparingLong(Difference::error));
            next.ifPresent(one -> {
                boolean forward = known.containsKey(one.one());
                TurnReport.Clock from = known.get(forward ? one.one() : one.other());
                String name = forward ? one.other() : one.one();
                known.put(name, new TurnReport.Clock(name, from.aheadNanos().map(ahead -> ahead + (forward ? one.ahead() : -one.ahead())),
                        from.errorNanos() + one.error()));
            });
            more = next.isPresent();
        }
        return seen.keySet().stream().map(name -> known.getOrDefault(name, new TurnReport.Clock(name, Optional.empty(), 0))).toList();
    }

    private List<Difference> differences() {
        List<Difference> found = new ArrayList<>();
        List<String> names = List.copyOf(seen.keySet());
        for (int one = 0; one < names.size(); one++) {
            for (int other = one + 1; other < names.size(); other++) {
                difference(names.get(one), names.get(other)).ifPresent(found::add);
            }
        }
        return found;
    }

    private Optional<Difference> difference(String one, String other) {
        Map<Key, Long> times = seen.get(one);
        Map<Direction, Long> shortest = new HashMap<>();
        seen.get(other).forEach((key, at) -> {
            Long before = times.get(key);
            String sender = homes.get(key.source().address());
            if (before == null || before == REPEATED || at == REPEATED) {
                return;
            }
            if (one.equals(sender)) {
                shortest.merge(new Direction(one, other), at - before, Math::min);
            } else if (other.equals(sender)) {
                shortest.merge(new Direction(other, one), before - at, Math::min);
            }
        });
        Long there = shortest.get(new Direction(one, other));
        Long back = shortest.get(new Direction(other, one));
        // A negative round trip is of a clock that was set during the capture.
        return there == null || back == null || there + back < 0 ? Optional.empty()
                : Optional.of(new Difference(one, other, (there - back) / 2, (there + back) / 2));
    }
}
