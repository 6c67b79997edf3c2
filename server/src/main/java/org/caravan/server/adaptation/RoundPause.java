package org.caravan.server.adaptation;

import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.caravan.rules.HostLook;
import org.caravan.rules.HostLook.Outcome;
import org.caravan.rules.RuleSettings;

/**
 * Pause between two rounds of looks. While a host is silent, rounds follow soon, and one of them ends when the silence is long enough for a
 * loss, which is sooner if another host of the site answers: a round that ends a little earlier would delay the decision by a pause and
 * another look. Not thread-safe.
 */
final class RoundPause {

    /** Between rounds while a host is silent. */
    private static final Duration SUSPICIOUS = Duration.ofMillis(500);
    /** Hosts of which all addresses fail at once must not be looked at in a busy loop. */
    private static final Duration SHORTEST = Duration.ofMillis(100);

    private final Duration every;
    private final RuleSettings rules;
    private final Map<String, Suspicion> silent = new TreeMap<>();

    /** @param since start of the first look without an answer. @param looks number of looks since then */
    private record Suspicion(Instant since, int looks) {}

    /**
     * @param every pause while all hosts answer
     * @param rules how long, and how often, a host that counts as lost did not answer
     */
    RoundPause(Duration every, RuleSettings rules) {
        this.every = every;
        this.rules = rules;
    }

    /**
     * @param looks of the round that has ended
     * @param now end of the round, on the clock of the looks
     * @param lasted duration of the round, as an estimate for the next one
     */
    Duration after(List<HostLook> looks, Instant now, Duration lasted) {
        Map<String, Suspicion> before = new TreeMap<>(silent);
        silent.clear();
        for (HostLook look : looks) {
            Suspicion known = before.get(look.hostId());
            if (look.outcome() == Outcome.SILENT) {
                silent.put(look.hostId(), known == null ? new Suspicion(look.at(), 1) : new Suspicion(known.since(), known.looks() + 1));
            } else if (known != null && !look.outcome().alive()) {
                silent.put(look.hostId(), known);
            }
        }
        // A host that was not silent in this round may stay unclear for hours: its suspicion is kept, but does not shorten the pause.
        return looks.stream().filter(look -> look.outcome() == Outcome.SILENT)
                .map(look -> pause(silent.get(look.hostId()), witnessed(look, looks), now, lasted))
                .min(Comparator.naturalOrder()).orElse(every);
    }

    /** Whether another host of the site answered in the same round. */
    private static boolean witnessed(HostLook silent, List<HostLook> looks) {
        return !silent.siteId().isEmpty()
                && looks.stream().anyMatch(look -> look.outcome() == Outcome.ANSWERED && look.siteId().equals(silent.siteId()));
    }

    private Duration pause(Suspicion suspicion, boolean witnessed, Instant now, Duration lasted) {
        Instant sooner = suspicion.since().plus(rules.witnessedAfter());
        Instant decided = witnessed && now.isBefore(sooner) && rules.witnessedAfter().compareTo(rules.lostAfter()) < 0 ? sooner
                : suspicion.since().plus(rules.lostAfter());
        Duration fitting = Duration.between(now, decided).minus(lasted);
        boolean decides = suspicion.looks() + 1 >= rules.lostLooks();
        // One more round before the deciding one would end too late for the latter.
        boolean last = fitting.compareTo(SUSPICIOUS.plus(lasted).plus(SHORTEST)) < 0;
        if (!decides || !last || fitting.plus(lasted).isNegative()) {
            return SUSPICIOUS;
        }
        return fitting.compareTo(SHORTEST) < 0 ? SHORTEST : fitting;
    }
}
