package org.caravan.measure.schedule;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.TreeMap;
import org.caravan.measure.PathId;
import org.caravan.unit.Bytes;

/** Bytes and flow time that probes used on each access link in the last 24 hours. Thread-safe. */
public final class LinkVolume {

    private static final Duration DAY = Duration.ofHours(24);

    private record Entry(Instant at, long bytes, double seconds) {}

    private final Map<AccessLink, Deque<Entry>> entries = new TreeMap<>();
    private final Map<String, Map<AccessLink, Bytes>> setAside = new TreeMap<>();

    /** @param flowSeconds how long flows loaded the path's links, s; 0 for echo requests only */
    public synchronized void add(Instant at, PathId path, Bytes sent, double flowSeconds) {
        for (AccessLink link : AccessLink.of(path)) {
            entries.computeIfAbsent(link, any -> new ArrayDeque<>()).addLast(new Entry(at, sent.value(), flowSeconds));
        }
    }

    /** Forgets what was added; reservations stay. */
    public synchronized void clear() {
        entries.clear();
    }

    public synchronized Bytes bytes(AccessLink link, Instant now) {
        long aside = setAside.values().stream().mapToLong(bytes -> bytes.getOrDefault(link, new Bytes(0)).value()).sum();
        return new Bytes(aside + lately(link, now).stream().mapToLong(Entry::bytes).sum());
    }

    /** Reserves bytes for an unreachable machine that may be probing. They count as spent until {@link #settled}. */
    public synchronized void setAside(String whose, Map<AccessLink, Bytes> bytes) {
        setAside.put(whose, Map.copyOf(bytes));
    }

    /** Releases the reservation; call it after the bytes that were really sent are added. */
    public synchronized void settled(String whose) {
        setAside.remove(whose);
    }

    synchronized double seconds(AccessLink link, Instant now) {
        return lately(link, now).stream().mapToDouble(Entry::seconds).sum();
    }

    /** Bytes of flows, without echo requests. */
    synchronized Bytes flowBytes(AccessLink link, Instant now) {
        return new Bytes(lately(link, now).stream().filter(entry -> entry.seconds() > 0).mapToLong(Entry::bytes).sum());
    }

    /** Bytes of echo requests and packet trains, without flows and without reservations. */
    public synchronized Bytes echoBytes(AccessLink link, Instant now) {
        return new Bytes(lately(link, now).stream().filter(entry -> entry.seconds() == 0).mapToLong(Entry::bytes).sum());
    }

    private Deque<Entry> lately(AccessLink link, Instant now) {
        Deque<Entry> ofLink = entries.getOrDefault(link, new ArrayDeque<>());
        ofLink.removeIf(entry -> !entry.at().isAfter(now.minus(DAY)));
        return ofLink;
    }
}
