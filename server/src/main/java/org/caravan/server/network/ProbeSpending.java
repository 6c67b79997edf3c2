package org.caravan.server.network;

import java.time.Clock;
import java.time.Duration;
import java.util.SortedSet;
import java.util.TreeSet;
import org.caravan.api.network.ProbeRunView;
import org.caravan.infrastructure.Infrastructure;
import org.caravan.measure.PathId;
import org.caravan.measure.schedule.AccessLink;
import org.caravan.measure.schedule.LinkVolume;
import org.caravan.unit.Bytes;
import org.springframework.stereotype.Component;

/** Bytes that probes sent over each access link in the last 24 hours: loaded from stored runs at start-up, then updated while runs send. */
@Component
class ProbeSpending {

    private static final Duration DAY = Duration.ofHours(24);

    /** Bytes above this value mean that a flow was sent; echo requests use less. */
    static final long IDLE_BYTES = 50_000;

    private final LinkVolume spending = new LinkVolume();
    private final Clock clock;

    ProbeSpending(ProbeRunStore runs, Clock clock) {
        this.clock = clock;
        runs.since(clock.instant().minus(DAY)).forEach(this::enter);
    }

    LinkVolume links() {
        return spending;
    }

    private void enter(ProbeRunView ended) {
        boolean flows = !ended.scope().equals("idle");
        ended.pairs().forEach(pair -> spending.add(
                ended.askedAt(), PathId.parse(pair.path()), new Bytes(pair.bytes()), flows
                        && pair.bytes() > IDLE_BYTES ? pair.seconds() : 0));
    }

    Bytes spent(AccessLink link) {
        return spending.bytes(link, clock.instant());
    }

    static SortedSet<AccessLink> linksOf(Infrastructure infrastructure) {
        SortedSet<AccessLink> links = new TreeSet<>();
        infrastructure.sites().forEach(site -> site.accessPoints().forEach(at -> links.add(AccessLink.of(at))));
        return links;
    }
}
