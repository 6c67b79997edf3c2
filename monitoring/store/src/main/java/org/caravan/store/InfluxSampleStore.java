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
 * Keeps samples in an InfluxDB 2.x, which may be away.
 *
 * <pre>
 *   append ──▶ spool on disk ──▶ samples ──▶ minutes ──▶ hours     (buckets of InfluxDB)
 * </pre>
 *
 * <p>A sample is acknowledged when it is in the spool, which is sent as soon as InfluxDB takes it: nothing is lost while that is away, and nothing is
 * there twice, since a point sent again replaces itself. Reading sends the spool first; while InfluxDB is away it fails. When
 * the spool is full an append waits, and then fails: who probes has to stop. One store at a time has a spool and its buckets.
 *
 * <p>Figures are as exact as those of {@link SqliteSampleStore}.
 */
public final class InfluxSampleStore implements SampleStore {

    /** Ten minutes of an idle mesh of 300 paths every 10 s are 290,000; about 60 MB on disk. */
    public static final int SPOOLED = 300_000;

    private final InfluxSettings settings;
    private final Duration patience;
    private final Spool spool;
    private final InfluxSender sender;
    private final InfluxFigures figures;

    /**
     * @param spool file, created when it is not there; its folder must be
     * @param spooled samples that may wait in it
     * @param patience of an append that finds it full
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

    /** Samples on disk that InfluxDB does not have yet. */
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
                throw new SampleStoreFault("InfluxDB (" + settings + ") is away, and " + spool.waiting()
                        + " samples wait for it on disk, as many as may.\nMaybe start it; probing goes on then.", null);
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
