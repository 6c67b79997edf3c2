package org.caravan.server.health;

import java.util.List;
import java.util.Set;
import org.springframework.stereotype.Component;

/** Faults of the dependencies without which the server cannot act: database, journal and broker. */
@Component
public class OwnHealth {

    private static final Set<String> NEEDED = Set.of("database", "journal", "broker");

    private final ServerHealth health;

    OwnHealth(ServerHealth health) {
        this.health = health;
    }

    /** One sentence per fault that the latest health check found. */
    public List<String> faults() {
        return health.latest().found().stream().filter(found -> NEEDED.contains(found.name())).flatMap(found -> found.wrong().stream()
                .map(wrong -> "The " + found.name() + " of the server is not usable: " + wrong.lines().findFirst().orElse(""))).toList();
    }
}
