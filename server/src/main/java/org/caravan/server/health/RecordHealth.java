package org.caravan.server.health;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.caravan.diagnostic.UnreadableRecord;
import org.caravan.execution.journal.RunStore;
import org.caravan.server.data.RecordCheck;
import org.caravan.server.data.StoredRows;
import org.springframework.stereotype.Component;

/** Checks whether every stored record in use is readable. It reads all records, so it runs only once a minute. */
@Component
class RecordHealth implements HealthCheck {

    private static final Duration EVERY = Duration.ofMinutes(1);
    private static final int MOST_NAMED = 20;

    private final RunStore journal;
    private final List<RecordCheck> stores;
    private final Clock clock;
    private volatile Instant nextAt = Instant.EPOCH;
    private volatile List<UnreadableRecord> unreadable = List.of();

    RecordHealth(RunStore journal, List<RecordCheck> stores, Clock clock, MeterRegistry registry) {
        this.journal = journal;
        this.stores = stores;
        this.clock = clock;
        Gauge.builder("caravan.records.unreadable", this, health -> health.unreadable.size())
                .description("Stored records in use that cannot be read").register(registry);
    }

    @Override
    public String name() {
        return "records";
    }

    @Override
    public Optional<String> whatIsWrong() {
        Instant now = clock.instant();
        // Also if the clock was set back meanwhile.
        if (!now.isBefore(nextAt) || now.isBefore(nextAt.minus(EVERY))) {
            unreadable = Stream.concat(journal.unreadable().stream(), stores.stream().flatMap(store -> store.unreadable().stream()))
                    .toList();
            unreadable.forEach(StoredRows::name);
            nextAt = now.plus(EVERY);
        }
        return counts(unreadable);
    }

    /** Counts without names, because members of every organisation may read them. */
    private static Optional<String> counts(List<UnreadableRecord> unreadable) {
        Map<String, Long> kinds = unreadable.stream()
                .collect(Collectors.groupingBy(UnreadableRecord::kind, TreeMap::new, Collectors.counting()));
        return kinds.isEmpty() ? Optional.empty()
                : Optional.of(unreadable.size() + (unreadable.size() == 1 ? " stored record" : " stored records") + " cannot be read: "
                + kinds.entrySet().stream().map(kind -> kind.getValue() + " × " + kind.getKey()).collect(Collectors.joining(", "))
                + ".\nMaybe use a token of the installation, or read the log: both list each record with a remedy.");
    }

    /** The unreadable records with their names, for the installation: one sentence and a suggestion each. Empty if all are readable. */
    Optional<String> named() {
        List<UnreadableRecord> found = unreadable;
        return found.isEmpty() ? Optional.empty()
                : Optional.of(found.stream().limit(MOST_NAMED).map(Throwable::getMessage).collect(Collectors.joining("\n"))
                + (found.size() > MOST_NAMED ? "\n(and " + (found.size() - MOST_NAMED) + " more)" : ""));
    }
}
