package org.caravan.server.simulation;

import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.caravan.adapter.CopyId;
import org.caravan.adapter.ObservedCopy;

/** A host of the simulated world: what really runs there, whatever servers believe. */
final class WorldHost {

    final String id;
    final List<WorldCopy> copies = new ArrayList<>();
    final Set<String> images = new TreeSet<>();
    /** Faults that last, by kind, each with its number: several of one kind may overlap. */
    private final Map<Fault.Kind, Integer> faults = new EnumMap<>(Fault.Kind.class);
    /** Virtual time in ns since which it is down, or at which it came back. */
    long downSince = -1;
    long upSince;
    /** Latest time in ns at which anything was wrong with it. */
    long latestTrouble = Long.MIN_VALUE;
    Optional<List<ObservedCopy>> stale = Optional.empty();

    WorldHost(String id) {
        this.id = id;
    }

    void begin(Fault.Kind kind) {
        faults.merge(kind, 1, Integer::sum);
    }

    void end(Fault.Kind kind) {
        faults.computeIfPresent(kind, (unused, count) -> count == 1 ? null : count - 1);
    }

    boolean has(Fault.Kind kind) {
        return faults.containsKey(kind);
    }

    boolean troubled() {
        return !faults.isEmpty();
    }

    /** Whether each look at it gives the same: it answers, with what it has. */
    boolean steady() {
        return up() && faults.keySet().stream().noneMatch(Fault.Kind::ofLooks);
    }

    boolean up() {
        return downSince < 0;
    }

    Optional<WorldCopy> copy(CopyId copyId) {
        return copies.stream().filter(copy -> copy.id.equals(copyId)).findFirst();
    }

    /**
     * Copies that serve users as far as a server can know.
     *
     * @param unnoticed time after a failure of the host for which copies count that answered until then
     * @param known whether the server knows that the host is lost: then only copies count that answer
     */
    Stream<WorldCopy> serving(long now, Duration unnoticed, boolean known) {
        return copies.stream().filter(copy -> copy.answers(now) || !known && copy.answeredJustNow(now, unnoticed));
    }

    /** All of its processes end. */
    void die(long now) {
        downSince = now;
        copies.forEach(copy -> copy.stop(now));
    }

    /** It boots and starts its copies again. */
    void boot(long now, long startNanos) {
        downSince = -1;
        upSince = now;
        copies.forEach(copy -> copy.start(now + startNanos));
    }
}
