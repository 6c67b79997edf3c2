package org.caravan.server.node;

import java.time.Clock;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.stereotype.Component;

/** Time at which each host last answered this server, for any kind of request. Held in memory only, so it is empty after a restart. */
@Component
public class LastSeen {

    private final Clock clock;
    private final Map<String, Instant> seen = new ConcurrentHashMap<>();
    private final Map<String, String> lost = new ConcurrentHashMap<>();
    private OptionalLong contacted = OptionalLong.empty();

    LastSeen(Clock clock) {
        this.clock = clock;
    }

    public void answered(String hostId) {
        seen.put(hostId, clock.instant());
        lost.remove(hostId);
    }

    /**
     * Replaces the hosts that count as lost. They are not contacted by plans and deployments, which would wait for each of them.
     *
     * @param reasons reason by host id, for use inside a sentence
     * @param looked monotonic time in ns before the looks at the hosts. Looks from before {@link #contactAll} count no longer
     */
    public synchronized void lost(Map<String, String> reasons, long looked) {
        if (contacted.isEmpty() || looked - contacted.getAsLong() > 0) {
            lost.keySet().retainAll(reasons.keySet());
            lost.putAll(reasons);
        }
    }

    public synchronized void noneLost() {
        lost.clear();
    }

    /** No host counts as lost, until the next look says so: a person who resumes a deployment knows that its hosts are back. */
    public synchronized void contactAll() {
        contacted = OptionalLong.of(System.nanoTime());
        lost.clear();
    }

    /** Why a host is not contacted; empty if it is. */
    public Optional<String> whyLost(String hostId) {
        return Optional.ofNullable(lost.get(hostId));
    }

    /** Empty if the host has not answered since this server started. */
    public Optional<Instant> last(String hostId) {
        return Optional.ofNullable(seen.get(hostId));
    }
}
