package org.caravan.server.adaptation.users;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.caravan.adapter.Capability;
import org.caravan.infrastructure.Infrastructure;
import org.caravan.measure.metric.Reading;
import org.caravan.measure.metric.ReadingStore;
import org.caravan.plan.DeploymentPlan;
import org.caravan.server.Settings;
import org.caravan.server.infrastructure.Adapters;
import org.caravan.server.infrastructure.Infrastructures;
import org.caravan.server.node.LastSeen;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.stereotype.Component;

/**
 * Finds applications of which counts of users are missing, because a host of theirs is lost, silent or not read. Users whose counts are
 * missing have not left, and when the host answers again, its first counts are those of the whole silence. Not thread-safe.
 */
@Component
class CountedHosts {

    /** A reading takes this long at most, and reaches the store in this time. */
    private static final Duration LATE = Duration.ofSeconds(5);
    private static final int MISSED = 2;

    private final Function<Instant, Collection<Reading>> newest;
    private final Predicate<String> lost;
    private final Predicate<String> read;
    private final Duration every;
    private final Clock clock;
    /** Of the round before. */
    private Set<String> missing = Set.of();

    @Autowired
    CountedHosts(ReadingStore readings, LastSeen seen, Infrastructures infrastructures, Adapters adapters, Settings settings, Clock clock) {
        this(readings::newest, hostId -> seen.whyLost(hostId).isPresent(), hostId -> read(infrastructures.current(), adapters, hostId),
                settings.metrics().every(), clock);
    }

    /**
     * @param newest newest readings at or after a time
     * @param lost whether a host counts as lost
     * @param read whether the server reads the usage of a host at all
     * @param every interval of readings
     */
    CountedHosts(Function<Instant, Collection<Reading>> newest, Predicate<String> lost, Predicate<String> read, Duration every,
            Clock clock) {
        this.newest = newest;
        this.lost = lost;
        this.read = read;
        this.every = every;
        this.clock = clock;
    }

    /** A host that the infrastructure has no longer counts as one that is read: it answers no more. */
    private static boolean read(Optional<Infrastructure> infrastructure, Adapters adapters, String hostId) {
        return infrastructure.flatMap(all -> all.findHost(hostId))
                .map(host -> adapters.of(host).capabilities().contains(Capability.USAGE)).orElse(true);
    }

    /**
     * Applications with missing counts, and those of the call before: counts are stored shortly after the reading by which a host answers
     * again.
     *
     * @param deployed plans of applications
     */
    Set<String> missing(Collection<DeploymentPlan> deployed) {
        if (deployed.isEmpty()) {
            missing = Set.of();
            return missing;
        }
        Set<String> answering = newest.apply(clock.instant().minus(every.multipliedBy(MISSED)).minus(LATE)).stream()
                .map(Reading::hostId).collect(Collectors.toSet());
        Set<String> now = deployed.stream().filter(plan -> plan.instances().stream().anyMatch(copy -> lost.test(copy.hostId())
                || read.test(copy.hostId()) && !answering.contains(copy.hostId()))).map(DeploymentPlan::application)
                .collect(Collectors.toSet());
        Set<String> all = new HashSet<>(now);
        all.addAll(missing);
        missing = now;
        return all;
    }
}
