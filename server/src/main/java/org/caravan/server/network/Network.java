package org.caravan.server.network;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import org.caravan.api.network.ProbeRunView;
import org.caravan.infrastructure.Infrastructure;
import org.caravan.measure.NetworkMatrix;
import org.caravan.measure.NetworkMatrixBuilder;
import org.caravan.measure.NewestStatistics;
import org.caravan.measure.PathId;
import org.caravan.measure.Quantity;
import org.caravan.measure.SampleStore;
import org.caravan.measure.Statistic;
import org.caravan.measure.run.ProbeProgress.State;
import org.caravan.measure.schedule.SkippedPaths;
import org.caravan.server.Settings;
import org.caravan.server.infrastructure.Infrastructures;
import org.caravan.store.SampleStoreFault;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/** Network matrix of all paths: results of the newest probe run, completed by the samples of the configured window. */
@Component
public class Network {

    private static final Logger LOG = LoggerFactory.getLogger(Network.class);

    /** Runs of chosen paths between those of all paths are included. */
    private static final int MOST_RUNS = 4 * (SkippedPaths.IN_A_ROW + 1);

    /** Standing idle runs measure chosen paths each minute, other paths less often; each run read costs a summary of its samples. */
    private static final int MOST_IDLE_RUNS = 20;

    /** If a path was not measured by these runs, the mean of the shortest of these times that has a sample. */
    private static final List<Duration> BEFORE_IDLE_RUNS = List.of(Duration.ofMinutes(30), Duration.ofHours(3),
            Duration.ofDays(1));

    private final SampleStore samples;
    private final ProbeRunStore runs;
    private final Infrastructures infrastructures;
    private final Clock clock;
    private final Duration window;
    /** Number of runs of all paths in which each path was measured at least once. */
    private final int wholeRuns;
    private final boolean idle;
    private final CachedValue<Infrastructure, Known> known = new CachedValue<>();

    /** A matrix and when its paths were probed. Cached, so that repeated queries read the samples once. */
    private record Known(NetworkMatrix matrix, Map<PathId, Instant> probed) {}

    Network(SampleStore samples, ProbeRunStore runs, Infrastructures infrastructures, Settings settings, Clock clock) {
        this.samples = samples;
        this.runs = runs;
        this.infrastructures = infrastructures;
        this.clock = clock;
        this.window = settings.networkWindow();
        this.idle = settings.probing().idleUsed();
        this.wholeRuns = settings.probing().used() ? SkippedPaths.IN_A_ROW + 1 : 1;
    }

    /** The current matrix. Before the first probe it contains only paths within sites. */
    public NetworkMatrix matrix() {
        return known().map(Known::matrix).orElseGet(() -> new NetworkMatrix(new TreeMap<>()));
    }

    /** Time of the newest probe of a path or of its reverse, answered or not; empty if there is none within the window. */
    public Optional<Instant> probed(PathId path) {
        return known().map(Known::probed).flatMap(times -> Optional.ofNullable(times.getOrDefault(path, times.get(path.reversed()))));
    }

    /** If the sample database is unavailable, the last known matrix is kept, with the ages of its figures. */
    private Optional<Known> known() {
        return infrastructures.current().map(infrastructure -> {
            try {
                return known.of(infrastructure, this::read);
            } catch (SampleStoreFault away) {
                Known before = known.evenIfInvalid(infrastructure).orElseThrow(() -> away);
                LOG.warn("the network is shown with its earlier measurements: {}", away.getMessage());
                return before;
            }
        });
    }

    private Known read(Infrastructure infrastructure) {
        List<Statistic> statistics = statistics();
        Map<PathId, Instant> probed = new HashMap<>();
        statistics.stream().filter(one -> one.quantity() == Quantity.LOSS).forEach(one -> probed.put(one.path(), one.newest()));
        return new Known(NetworkMatrixBuilder.build(statistics, infrastructure, clock.instant()), probed);
    }

    /** The matrix of a window in user notation, or the matrix used for planning if no window is given. */
    public NetworkMatrix matrix(Optional<String> window) {
        return window.map(text -> matrix(WindowText.duration(text))).orElseGet(this::matrix);
    }

    /** The matrix of a window other than the configured one, which planning uses. */
    NetworkMatrix matrix(Duration lately) {
        return infrastructures.current()
                .map(infrastructure -> NetworkMatrixBuilder.build(
                        samples.statistics(clock.instant().minus(lately)), infrastructure, clock.instant()))
                .orElseGet(() -> new NetworkMatrix(new TreeMap<>()));
    }

    /**
     * Each path has the figures of the newest run that measured it, because a mean of several runs is the network of no time. Runs of
     * chosen paths measure no others, and scheduled runs skip some.
     */
    private List<Statistic> statistics() {
        Instant earliest = clock.instant().minus(window);
        List<List<Statistic>> windows = new ArrayList<>();
        beginnings(runs.newest(idle ? MOST_IDLE_RUNS : MOST_RUNS), earliest, wholeRuns)
                .forEach(begin -> windows.add(samples.statistics(begin)));
        if (idle) {
            BEFORE_IDLE_RUNS.stream().filter(time -> time.compareTo(window) < 0)
                    .forEach(time -> windows.add(samples.statistics(clock.instant().minus(time))));
        }
        windows.add(samples.statistics(earliest));
        return NewestStatistics.of(windows);
    }

    /**
     * Beginnings of the windows to read, newest first: of the newest run, and of each run before it that measured further paths.
     *
     * @param newest runs, newest first
     * @param earliest of runs other than the newest one
     * @param wholeRuns number of runs of all paths to look back over; only complete ones count, because others may have measured nothing
     */
    static List<Instant> beginnings(List<ProbeRunView> newest, Instant earliest, int wholeRuns) {
        List<Instant> beginnings = new ArrayList<>();
        Set<String> measured = new HashSet<>();
        int whole = 0;
        for (ProbeRunView run : newest) {
            List<String> paths = run.pairs().stream().map(ProbeRunView.PairView::path).toList();
            if (beginnings.isEmpty() || run.askedAt().isAfter(earliest) && !measured.containsAll(paths)) {
                beginnings.add(run.askedAt());
            }
            measured.addAll(paths);
            whole += ProbeRuns.isWhole(run) && ProbeRunViews.is(run, State.DONE) ? 1 : 0;
            if (whole == wholeRuns) {
                break;
            }
        }
        return beginnings;
    }

    /** Whether any path between two sites was measured. */
    public boolean measured() {
        return matrix().all().keySet().stream().anyMatch(path -> !path.withinSite());
    }

    /** Call when new samples are stored. */
    void forget() {
        known.invalidate();
    }

    /**
     * The value of the latest key, computed on demand and used again until it is invalidated. A value whose inputs change while it is
     * computed is returned once and computed again for the next caller. Thread-safe; callers at the same time may compute twice.
     *
     * @param <K> what the value is computed from; compared by identity
     */
    static final class CachedValue<K, V> {

        private final AtomicLong generation = new AtomicLong();
        private volatile Computed<K, V> latest;

        /** @param generation read before the computation began, so that an invalidation during the computation counts */
        private record Computed<K, V>(K key, V value, long generation) {}

        V of(K key, Function<K, V> compute) {
            Computed<K, V> known = latest;
            long now = generation.get();
            if (known == null || known.generation() != now || known.key() != key) {
                known = new Computed<>(key, compute.apply(key), now);
                latest = known;
            }
            return known.value();
        }

        /** The latest value of the key, also if it was invalidated since. */
        Optional<V> evenIfInvalid(K key) {
            return Optional.ofNullable(latest).filter(known -> known.key() == key).map(Computed::value);
        }

        void invalidate() {
            generation.incrementAndGet();
        }
    }
}
