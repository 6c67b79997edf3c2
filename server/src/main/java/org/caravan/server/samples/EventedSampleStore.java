package org.caravan.server.samples;

import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.caravan.json.Json;
import org.caravan.measure.PathId;
import org.caravan.measure.Quantity;
import org.caravan.measure.Sample;
import org.caravan.measure.SampleStore;
import org.caravan.measure.Statistic;
import org.caravan.measure.TimelinePoint;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Event-sourced sample store: an append is an event that the broker persists and the backing store takes soon after. Readers wait for
 * events in transit.
 *
 * <pre>
 *   append ──▶ broker ──▶ taken by the store           no loss: one of them has persisted the event when append returns
 *      └─ broker unavailable, full or slow ──▶ store   no duplicates: the store recognises the event by its id
 * </pre>
 */
public final class EventedSampleStore implements SampleStore {

    private static final Logger LOG = LoggerFactory.getLogger(EventedSampleStore.class);

    /** Maximum number of samples in transit; beyond it, they are passed directly to the store. */
    private static final int MOST_ON_THE_WAY = 20_000;

    private final SampleStore kept;
    private final Consumer<String> broker;
    private final Duration patience;
    private final Map<String, List<Sample>> onTheWay = new LinkedHashMap<>();
    private int samplesOnTheWay;
    private long untold;
    private long silentUntil = System.nanoTime();

    /**
     * @param broker persists the event's text before it returns; throws if it cannot
     * @param patience time limit with which readers wait for samples in transit; also the pause after a failure of the broker
     */
    public EventedSampleStore(SampleStore kept, Consumer<String> broker, Duration patience) {
        this.kept = kept;
        this.broker = broker;
        this.patience = patience;
    }

    @Override
    public void append(List<Sample> samples) {
        if (!samples.isEmpty()) {
            appendOnce(UUID.randomUUID().toString(), samples);
        }
    }

    /** Always true: duplicates are detected only when the store takes the event. */
    @Override
    public boolean appendOnce(String eventId, List<Sample> samples) {
        sent(eventId, samples);
        if (!told(new SampleEvent(eventId, samples))) {
            kept.appendOnce(eventId, samples);
            taken(eventId);
        } else if (samplesOnTheWay() > MOST_ON_THE_WAY) {
            settle();
        }
        return true;
    }

    @Override
    public List<Statistic> statistics(Instant since) {
        arrive();
        return kept.statistics(since);
    }

    @Override
    public List<Sample> samples(PathId path, Quantity quantity, int limit) {
        arrive();
        return kept.samples(path, quantity, limit);
    }

    @Override
    public List<TimelinePoint> timeline(PathId path, Quantity quantity, Instant since) {
        arrive();
        return kept.timeline(path, quantity, since);
    }

    /** Does nothing: the owner closes the backing store, because the broker may still deliver to it. */
    @Override
    public void close() {}

    /** Call when the store has taken the event. */
    synchronized void taken(String eventId) {
        List<Sample> samples = onTheWay.remove(eventId);
        if (samples != null) {
            samplesOnTheWay -= samples.size();
            notifyAll();
        }
    }

    public synchronized int samplesOnTheWay() {
        return samplesOnTheWay;
    }

    /** Number of events since the start that were passed directly to the store, because the broker did not accept them. */
    public synchronized long untold() {
        return untold;
    }

    private synchronized void sent(String eventId, List<Sample> samples) {
        if (onTheWay.put(eventId, samples) == null) {
            samplesOnTheWay += samples.size();
        }
    }

    /** After a failure the broker is not used for a while, because each attempt would delay a probe by the broker's time limit. */
    private boolean told(SampleEvent event) {
        if (leftAlone()) {
            return false;
        }
        try {
            broker.accept(Json.write(event));
            return true;
        } catch (RuntimeException e) {
            LOG.warn("samples go into the store without the broker for {} s: {}", patience.toSeconds(), e.getMessage());
            leaveAlone();
            return false;
        }
    }

    private synchronized boolean leftAlone() {
        boolean alone = System.nanoTime() - silentUntil < 0;
        untold += alone ? 1 : 0;
        return alone;
    }

    private synchronized void leaveAlone() {
        untold++;
        silentUntil = System.nanoTime() + patience.toNanos();
    }

    /** Waits for events in transit. Events that do not arrive in time are passed directly to the store. */
    private void arrive() {
        long until = System.nanoTime() + patience.toNanos();
        synchronized (this) {
            try {
                for (long left = patience.toNanos(); !onTheWay.isEmpty() && left > 0; left = until - System.nanoTime()) {
                    wait(TimeUnit.NANOSECONDS.toMillis(left) + 1);
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
        settle();
    }

    private void settle() {
        Map<String, List<Sample>> late;
        synchronized (this) {
            late = new LinkedHashMap<>(onTheWay);
        }
        late.forEach((eventId, samples) -> {
            kept.appendOnce(eventId, samples);
            taken(eventId);
        });
    }
}
