package org.caravan.server.image;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.caravan.server.events.Event;
import org.caravan.server.events.Events;
import org.caravan.server.start.StartRecorder;
import org.caravan.transfer.TransferListener;
import org.caravan.transfer.TransferProgress;
import org.caravan.transfer.TransferProgress.State;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/** Current layer transfers to hosts, published as events; completed ones are recorded. */
@Component
class Transfers implements TransferListener {

    private static final Logger LOG = LoggerFactory.getLogger(Transfers.class);
    private static final Duration BETWEEN_EVENTS = Duration.ofMillis(500);

    private final Events events;
    private final Clock clock;
    private final StartRecorder starts;
    private final Map<String, Seen> seen = new ConcurrentHashMap<>();

    private record Seen(TransferProgress progress, Instant startedAt, Instant toldAt) {}

    Transfers(Events events, StartRecorder starts, Clock clock) {
        this.starts = starts;
        this.events = events;
        this.clock = clock;
    }

    @Override
    public void onProgress(TransferProgress progress) {
        String key = progress.hostId() + " " + progress.layer();
        Instant now = clock.instant();
        Seen before = seen.get(key);
        boolean tell = before == null || before.progress().state() != progress.state() || now.isAfter(before.toldAt().plus(BETWEEN_EVENTS));
        Instant startedAt = before == null ? now : before.startedAt();
        if (progress.state() == State.DONE || progress.state() == State.FAILED) {
            seen.remove(key);
            if (progress.state() == State.DONE) {
                starts.transferred(progress.hostId(), progress.image(), progress.sent(), Duration.between(startedAt, now));
            }
            LOG.info("image {} to {}: layer {} {}, {} bytes sent of {}{} in {} s", progress.image(), progress.hostId(),
                    progress.layer().hex().substring(0, 12), progress.state(), progress.sent(), progress.total(),
                    progress.difference() ? " (a difference)" : "", Duration.between(startedAt, now).toMillis() / 1000.0);
        } else {
            seen.put(key, new Seen(progress, startedAt, tell ? now : before.toldAt()));
        }
        if (tell) {
            events.publish(new Event.ImageMoved(progress.hostId(), progress.image(), progress.layer().toString(), progress.onHost(),
                    progress.total(), progress.state().name()));
        }
    }

    /** Current transfers, sorted by host and layer. */
    List<TransferProgress> now() {
        return seen.values().stream().map(Seen::progress)
                .sorted(Comparator.comparing(TransferProgress::hostId).thenComparing(TransferProgress::layer)).toList();
    }
}
