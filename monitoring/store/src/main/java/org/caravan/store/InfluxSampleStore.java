package org.caravan.store;

import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.caravan.measure.PathId;
import org.caravan.measure.Quantity;
import org.caravan.measure.Sample;
import org.caravan.measure.SampleStore;
import org.caravan.measure.Statistic;
import org.caravan.measure.TimelinePoint;

/**
 * Stores samples in InfluxDB 2.x and tolerates its outages.
 *
 * <pre>
 *   append ──▶ spool on disk ──▶ samples ──▶ minutes ──▶ hours     (buckets of InfluxDB)
 * </pre>
 *
 * <p>A sample is acknowledged when it is in the spool, which is sent as soon as InfluxDB accepts it. No sample is lost during an
 * outage. No sample is stored twice, because a point that is sent again replaces itself. Reading sends the spool first, and fails
 * while InfluxDB is unavailable. If the spool is full, an append waits and then fails, so that probing stops. Only one store at a time
 * may use a spool and its buckets.
 *
 * <p>Statistics are as exact as those of {@link SqliteSampleStore}.
 */
public final class InfluxSampleStore implements SampleStore {

    /** Capacity of the spool in samples. Ten minutes of an idle mesh of 300 paths every 10 s are 290,000 samples, about 60 MB on disk. */
    public static final int SPOOLED = 300_000;

    private final InfluxSettings settings;
    private final Duration patience;
    private final Spool spool;
    private final InfluxSender sender;
    private final InfluxFigures figures;

    /**
     * @param spool file, created if missing; its folder must exist
     * @param spooled maximum number of samples in the spool, at least 1
     * @param patience how long an append waits for space in a full spool
     */
    public InfluxSampleStore(InfluxSettings settings, Path spool, int spooled, Duration patience, Retention retention, Clock clock) {
        this.settings = settings;
        this.patience = patience;
        this.spool = new Spool(spool, spooled);
        InfluxServer server = new InfluxServer(settings, retention);
        InfluxSummaries summaries = new InfluxSummaries(server, settings);
        this.figures = new InfluxFigures(server, summaries, settings, retention, clock);
        this.sender = new InfluxSender(this.spool, server, summaries, settings.samples());
    }

    /** Number of samples in the spool, which InfluxDB does not have yet. */
    public int waiting() {
        return spool.waiting();
    }

    @Override
    public void append(List<Sample> samples) {
        if (!samples.isEmpty()) {
            add(Optional.empty(), samples);
        }
    }

    @Override
    public boolean appendOnce(String eventId, List<Sample> samples) {
        return add(Optional.of(eventId), samples) == Spool.Added.NOW;
    }

    @Override
    public List<Statistic> statistics(Instant since) {
        return sender.whenSent(() -> figures.statistics(since.isBefore(Instant.EPOCH) ? Instant.EPOCH : since));
    }

    @Override
    public List<Sample> samples(PathId path, Quantity quantity, int limit) {
        return limit <= 0 ? List.of() : sender.whenSent(() -> figures.samples(path, quantity, limit));
    }

    @Override
    public List<TimelinePoint> timeline(PathId path, Quantity quantity, Instant since) {
        return sender.whenSent(() -> figures.timeline(path, quantity, since));
    }

    @Override
    public void close() {
        sender.close();
    }

    private Spool.Added add(Optional<String> eventId, List<Sample> samples) {
        long until = System.nanoTime() + patience.toNanos();
        Spool.Added added = spool.add(eventId, samples.size(), first -> lines(samples, first));
        while (added == Spool.Added.NO_ROOM) {
            long left = until - System.nanoTime();
            if (left <= 0) {
                throw new SampleStoreFault("InfluxDB (" + settings + ") is unavailable, and " + spool.waiting()
                        + " samples are queued on disk, which is the limit.\nMaybe start it; probing then continues.", null);
            }
            await(TimeUnit.NANOSECONDS.toMillis(left) + 1);
            added = spool.add(eventId, samples.size(), first -> lines(samples, first));
        }
        return added;
    }

    private static List<String> lines(List<Sample> samples, long first) {
        return IntStream.range(0, samples.size()).mapToObj(i -> InfluxLine.of(samples.get(i), first + i)).toList();
    }

    private void await(long millis) {
        try {
            spool.awaitChange(millis);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new SampleStoreFault("The server ends.", e);
        }
    }
}
