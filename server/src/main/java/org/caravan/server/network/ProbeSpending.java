package org.caravan.server.network;

import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import org.caravan.api.network.ProbeRunView;
import org.caravan.infrastructure.Infrastructure;
import org.caravan.measure.PathId;
import org.caravan.measure.schedule.AccessLink;
import org.caravan.measure.schedule.LinkVolume;
import org.caravan.server.leading.LeadershipAcquired;
import org.caravan.unit.Bytes;
import org.springframework.context.event.EventListener;
import org.springframework.stereotype.Component;

/**
 * Bytes that probes sent over each access link in the last 24 hours: loaded from stored runs at start-up and once this server leads,
 * because a former leader sent meanwhile; then updated while runs send.
 */
@Component
class ProbeSpending {

    private static final Duration DAY = Duration.ofHours(24);

    /** Bytes above this value mean that a flow was sent; echo requests use less. */
    static final long IDLE_BYTES = 50_000;

    private final LinkVolume spending = new LinkVolume();
    private final ProbeRunStore runs;
    private final Clock clock;
    private boolean current;

    ProbeSpending(ProbeRunStore runs, Clock clock) {
        this.runs = runs;
        this.clock = clock;
        load();
    }

    @EventListener(LeadershipAcquired.class)
    synchronized void forget() {
        current = false;
    }

    /** Throws DataAccessException if the database is unavailable after a change of the leader. */
    synchronized LinkVolume links() {
        if (!current) {
            load();
        }
        return spending;
    }

    private void load() {
        List<ProbeRunView> ended = runs.since(clock.instant().minus(DAY));
        spending.clear();
        ended.forEach(this::enter);
        current = true;
    }

    private void enter(ProbeRunView ended) {
        boolean flows = !ended.scope().equals("idle");
        ended.pairs().forEach(pair -> spending.add(
                ended.askedAt(), PathId.parse(pair.path()), new Bytes(pair.bytes()), flows
                        && pair.bytes() > IDLE_BYTES ? pair.seconds() : 0));
    }

    Bytes spent(AccessLink link) {
        return links().bytes(link, clock.instant());
    }

    static SortedSet<AccessLink> linksOf(Infrastructure infrastructure) {
        SortedSet<AccessLink> links = new TreeSet<>();
        infrastructure.sites().forEach(site -> site.accessPoints().forEach(at -> links.add(AccessLink.of(at))));
        return links;
    }
}
