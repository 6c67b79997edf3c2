package org.caravan.server.node;

import java.time.Clock;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.stereotype.Component;

/** Time at which each host last answered this server, for any kind of request. Held in memory only, so it is empty after a restart. */
@Component
public class SeenHosts {

    private final Clock clock;
    private final Map<String, Instant> seen = new ConcurrentHashMap<>();

    SeenHosts(Clock clock) {
        this.clock = clock;
    }

    public void answered(String hostId) {
        seen.put(hostId, clock.instant());
    }

    Optional<Instant> last(String hostId) {
        return Optional.ofNullable(seen.get(hostId));
    }
}
