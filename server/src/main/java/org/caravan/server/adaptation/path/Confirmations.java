package org.caravan.server.adaptation.path;

import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.Collectors;
import org.caravan.rules.path.PathFinding.Suspected;

/**
 * When another run of probes is worth its while to confirm a first measurement: once for each measurement of a path of an application.
 * A run that does not renew it, for example because a machine cannot be reached, is not repeated until the next standing run.
 */
final class Confirmations {

    /** Least time between two runs; a single suspicion during it is confirmed by the next round. */
    static final Duration GAP = Duration.ofSeconds(5);

    private final Set<Measurement> asked = new HashSet<>();
    private Instant next = Instant.MIN;

    private record Measurement(String application, String path, Instant measured) {

        static Measurement of(Suspected one) {
            return new Measurement(one.look().application(), one.look().path(), one.look().measured());
        }
    }

    /** Whether to ask for a run now; it is then asked for. @param suspected all of the round */
    boolean due(Collection<Suspected> suspected, Instant now) {
        Set<Measurement> open = suspected.stream().map(Measurement::of).collect(Collectors.toSet());
        asked.retainAll(open);
        if (asked.containsAll(open) || now.isBefore(next)) {
            return false;
        }
        asked.addAll(open);
        next = now.plus(GAP);
        return true;
    }
}
