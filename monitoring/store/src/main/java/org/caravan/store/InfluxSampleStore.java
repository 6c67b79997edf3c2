package org.caravan.store;

import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.IntStream;
import org.caravan.measure.PathId;
import org.caravan.measure.Quantity;
import org.caravan.measure.Sample;
import org.caravan.measure.SampleStore;
import org.caravan.measure.Statistic;
import org.caravan.store.InfluxLine.Series;

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

    private static final int SENT_AT_ONCE = 5_000;
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(10);
    private static final Comparator<Statistic> ORDER = Comparator.comparing(Statistic::path).thenComparing(Statistic::quantity);

    private final InfluxSettings settings;
    private final Retention retention;
    private final Clock clock;
    private final Duration patience;
    private final Spool spool;
    private final InfluxServer server;
    private final InfluxSummaries summaries;
    private final ReentrantLock sending = new ReentrantLock();
    private final Thread sender;
    private volatile boolean closed;

    /**
     * @param spool file, created when it is not there; its folder must be
     * @param spooled samples that may wait in it
     * @param patience of an append that finds it full
     */
    public InfluxSampleStore(InfluxSettings settings, Path spool, int spooled, Duration patience, Retention retention, Clock clock) {
        this.settings = settings;
        this.retention = retention;
        this.clock = clock;
        this.patience = patience;
        this.spool = new Spool(spool, spooled);
        this.server = new InfluxServer(settings, retention);
        this.summaries = new InfluxSummaries(server, settings);
        this.sender = new Thread(this::sendForEver, "samples to InfluxDB");
        sender.setDaemon(true);
        sender.start();
    }

    /** Samples on disk that InfluxDB does not have yet. */
    public int waiting() {
        return spool.waiting();
    }

    @Override
    public void append(List<Sample> samples) {
        if (samples.isEmpty()) {
            return;
        }
        long until = System.nanoTime() + patience.toNanos();
        while (!spool.add(samples.size(), first -> lines(samples, first))) {
            long left = until - System.nanoTime();
            if (left <= 0) {
                throw new SampleStoreFault("InfluxDB (" + settings + ") is away, and " + spool.waiting()
                        + " samples wait for it on disk, as many as may.\nMaybe start it; probing goes on then.", null);
            }
            await(TimeUnit.NANOSECONDS.toMillis(left) + 1);
        }
    }

    @Override
    public List<Statistic> statistics(Instant since) {
        Instant from = since.isBefore(Instant.EPOCH) ? Instant.EPOCH : since;
        sending.lock();
        try {
            sendAll();
            Map<Series, Summary> found = since(from);
            return found.entrySet().stream()
                    .map(entry -> entry.getValue().statistic(entry.getKey().path(), entry.getKey().quantity()))
                    .filter(statistic -> !statistic.newest().isBefore(from))
                    .sorted(ORDER)
                    .toList();
        } finally {
            sending.unlock();
        }
    }

    @Override
    public List<Sample> samples(PathId path, Quantity quantity, int limit) {
        if (limit <= 0) {
            return List.of();
        }
        sending.lock();
        try {
            sendAll();
            String rest = "|> filter(fn: (r) => r._measurement == \"" + InfluxLine.SAMPLE + "\" and "
                    + new Series(path, quantity).condition() + ") |> tail(n: " + limit
                    + ") |> pivot(rowKey: [\"_time\"], columnKey: [\"_field\"], valueColumn: \"_value\")";
            return server.points(settings.samples(), clock.instant().minus(retention.samples()), end(), rest).stream()
                    .map(point -> new Sample(path, quantity, InfluxLine.value(point), InfluxLine.takenAt(point),
                            String.valueOf(point.getValueByKey("probe"))))
                    .toList();
        } finally {
            sending.unlock();
        }
    }

    @Override
    public void close() {
        closed = true;
        sender.interrupt();
        sending.lock();
        try {
            server.close();
            spool.close();
        } finally {
            sending.unlock();
        }
    }

    /** As {@link WindowedSummaries}: samples to the next minute, minutes to the next hour, then hours. */
    private Map<Series, Summary> since(Instant since) {
        Map<Series, Summary> found = new HashMap<>();
        Instant now = clock.instant();
        long hour;
        if (!since.isBefore(now.minus(retention.minutes()))) {
            boolean samplesKept = !since.isBefore(now.minus(retention.samples()));
            long minute = samplesKept ? Window.MINUTE.firstFrom(since) : Window.MINUTE.startOf(since);
            if (samplesKept) {
                addSamples(since, Instant.ofEpochSecond(minute), found);
            }
            hour = Window.HOUR.firstFrom(Instant.ofEpochSecond(minute));
            summaries.add(Window.MINUTE, minute, hour, found);
        } else {
            hour = Window.HOUR.startOf(since);
        }
        summaries.add(Window.HOUR, hour, end().getEpochSecond(), found);
        return found;
    }

    private void addSamples(Instant from, Instant until, Map<Series, Summary> found) {
        // A point's time has other last digits than its sample's.
        Instant fromMicro = SampleTable.instant(Math.floorDiv(SampleTable.nanos(from), 1000) * 1000);
        server.points(settings.samples(), fromMicro, until, InfluxSummaries.SAMPLES).forEach(point -> {
            Instant at = InfluxLine.takenAt(point);
            if (!at.isBefore(from)) {
                found.merge(Series.of(point), Summary.of(InfluxLine.value(point), at), Summary::merge);
            }
        });
    }

    /** After every sample: clocks of machines differ, so some are of the future. */
    private Instant end() {
        return clock.instant().plus(Duration.ofDays(366));
    }

    private static List<String> lines(List<Sample> samples, long first) {
        return IntStream.range(0, samples.size()).mapToObj(i -> InfluxLine.of(samples.get(i), first + i)).toList();
    }

    private void sendForEver() {
        long pause = 100;
        while (!closed) {
            try {
                sending.lockInterruptibly();
                try {
                    sendAll();
                } finally {
                    sending.unlock();
                }
                pause = 100;
                spool.awaitSamples(LONGEST_PAUSE.toMillis());
            } catch (SampleStoreFault away) {
                pause = pauseAfter(pause);
            } catch (InterruptedException ended) {
                return;
            }
        }
    }

    /** Not woken by appends: they come all the time, and a server that starts is not helped by being asked all the time. */
    private static long pauseAfter(long pause) {
        try {
            TimeUnit.MILLISECONDS.sleep(pause);
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
        }
        return Math.min(pause * 2, LONGEST_PAUSE.toMillis());
    }

    /** Under the lock: a batch is given up after InfluxDB has its samples and what is made of them. */
    private void sendAll() {
        while (!closed && spool.waiting() > 0) {
            List<Spool.Batch> batches = spool.oldest(SENT_AT_ONCE);
            List<String> lines = batches.stream().flatMap(batch -> batch.lines().stream()).toList();
            server.write(settings.samples(), lines);
            summaries.refresh(lines.stream().map(InfluxSampleStore::time).toList());
            spool.remove(batches.get(batches.size() - 1));
        }
    }

    private static Instant time(String line) {
        return SampleTable.instant(Long.parseLong(line.substring(line.lastIndexOf(' ') + 1)));
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
