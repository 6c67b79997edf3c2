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
 * The store as those who measure and plan see it: an append is an event on the broker's disk, which the store takes soon after; who reads waits
 * until it did.
 *
 * <pre>
 *   append ──▶ broker ──▶ taken by the store        nothing lost: one of both has it on disk when append returns
 *      └─ broker away, full or slow ──▶ store       nothing doubled: the store knows the event by its id
 * </pre>
 */
public final class ToldSamples implements SampleStore {

    private static final Logger LOG = LoggerFactory.getLogger(ToldSamples.class);

    /** Samples that may be on their way; more are given to the store at once. */
    private static final int MOST_ON_THE_WAY = 20_000;

    private final SampleStore kept;
    private final Consumer<String> broker;
    private final Duration patience;
    private final Map<String, List<Sample>> onTheWay = new LinkedHashMap<>();
    private int samplesOnTheWay;
    private long untold;
    private long silentUntil = System.nanoTime();

    /**
     * @param broker has the event's text on disk when it returns, and throws where it has not
     * @param patience of who reads, with what is on its way; also how long a broker that failed is left alone
     */
    public ToldSamples(SampleStore kept, Consumer<String> broker, Duration patience) {
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

    /** Always true: whether an event was taken before is found out when the store takes it. */
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

    /** The store behind is closed by who made it: the broker may still deliver to it. */
    @Override
    public void close() {}

    /** The store has it. */
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

    /** Events since the start that only the store was given, because the broker did not take them. */
    public synchronized long untold() {
        return untold;
    }

    private synchronized void sent(String eventId, List<Sample> samples) {
        if (onTheWay.put(eventId, samples) == null) {
            samplesOnTheWay += samples.size();
        }
    }

    /** A broker that failed is not asked for a while: each question would hold up a probe as long as the broker's time limit. */
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

    /** Waits for what is on its way; what does not come in time is given to the store from here. */
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
