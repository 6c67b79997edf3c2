package org.caravan.server.start;

import jakarta.annotation.PreDestroy;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.caravan.adapter.CopySpec;
import org.caravan.change.Step;
import org.caravan.change.StepKind;
import org.caravan.execution.journal.StepState;
import org.caravan.forecast.StartTimes;
import org.caravan.infrastructure.Infrastructure;
import org.caravan.server.DaemonThreads;
import org.caravan.server.Settings;
import org.caravan.server.infrastructure.CurrentInfrastructure;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.stereotype.Component;

/**
 * Records how long copies take to start: from the begin of CREATE to the end of CONFIRM, in one run. Starts that fail, or that go on after
 * a restart of this server, are not recorded, and neither are those of simulated hosts. Thread-safe.
 */
@Component
public class StartRecorder {

    private static final Logger LOG = LoggerFactory.getLogger(StartRecorder.class);
    /** Begun starts; the oldest are dropped, because a copy without endpoints is never confirmed. */
    private static final int MOST = 10_000;

    /** Starts and transfers that wait for the database. */
    private static final int WAITING = 1_000;
    private static final Duration BETWEEN_REMOVALS = Duration.ofHours(1);

    private final StartTimeStore store;
    private final LearnedStarts learned;
    private final Supplier<Optional<Infrastructure>> infrastructure;
    private final boolean used;
    private final Clock clock;
    private final LongSupplier nanos;
    private final Executor writer;
    private final Map<String, Long> begun = new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Long> eldest) {
            return size() > MOST;
        }
    };
    /** Used by the writer only. */
    private Instant removed = Instant.EPOCH;

    @Autowired
    StartRecorder(StartTimeStore store, LearnedStarts learned, CurrentInfrastructure infrastructure, Settings settings, Clock clock) {
        this(store, learned, infrastructure::get, !settings.simulated(), clock, System::nanoTime, new ThreadPoolExecutor(1, 1, 1,
                TimeUnit.MINUTES, new ArrayBlockingQueue<>(WAITING), new DaemonThreads("start-times"),
                (work, full) -> LOG.warn("a start time is not recorded: {} wait to be written", WAITING)));
    }

    /**
     * @param nanos monotonic clock in ns
     * @param writer runs one task after the other
     */
    StartRecorder(StartTimeStore store, LearnedStarts learned, Supplier<Optional<Infrastructure>> infrastructure, boolean used, Clock clock,
            LongSupplier nanos, Executor writer) {
        this.store = store;
        this.learned = learned;
        this.infrastructure = infrastructure;
        this.used = used;
        this.clock = clock;
        this.nanos = nanos;
        this.writer = writer;
    }

    /** A step begins. Neither fails nor blocks its caller. */
    public void begins(long runId, Step step) {
        if (used && step.kind() == StepKind.CREATE) {
            key(runId, step).ifPresent(key -> {
                synchronized (begun) {
                    begun.put(key, nanos.getAsLong());
                }
            });
        }
    }

    /**
     * A step has ended. Neither fails nor blocks its caller.
     *
     * @param outcome name of a {@link StepState}, or another word if the step goes on later
     */
    public void ended(long runId, Step step, String outcome) {
        boolean done = outcome.equals(StepState.DONE.name());
        if (used && (step.kind() == StepKind.CONFIRM || step.kind() == StepKind.CREATE && !done)) {
            key(runId, step).ifPresent(key -> {
                Long began;
                synchronized (begun) {
                    began = begun.remove(key);
                }
                if (began != null && done) {
                    Duration took = Duration.ofNanos(nanos.getAsLong() - began);
                    step.spec().ifPresent(spec -> record(step.hostId().orElseThrow(), spec, took));
                }
            });
        }
    }

    private void record(String hostId, CopySpec spec, Duration took) {
        Instant at = clock.instant();
        write(() -> infrastructure.get().ifPresent(now -> now.findHost(hostId).ifPresent(host -> store.keep(new StartTimes.Start(
                spec.form().toString(), hostId, host.hostTypeId(), spec.image(), learned.version(spec.image(), host, now), took), at))));
    }

    /** A layer of an image was sent to a host and is unpacked there. Neither fails nor blocks its caller. */
    public void transferred(String hostId, String image, long bytes, Duration took) {
        if (used) {
            Instant at = clock.instant();
            write(() -> store.keep(new StartTimes.Transfer(hostId, image, infrastructure.get().flatMap(now -> now.findHost(hostId)
                    .flatMap(host -> learned.version(image, host, now))), bytes, took), at));
        }
    }

    private void write(Runnable stored) {
        writer.execute(() -> {
            try {
                stored.run();
                Instant now = clock.instant();
                if (Duration.between(removed, now).compareTo(BETWEEN_REMOVALS) >= 0) {
                    store.expire(now);
                    removed = now;
                }
            } catch (RuntimeException fault) {
                LOG.warn("a start time is not recorded: {}", fault.getMessage());
            }
        });
    }

    private static Optional<String> key(long runId, Step step) {
        return step.copy().flatMap(copy -> step.hostId().map(hostId -> runId + " " + copy + " " + hostId));
    }

    /** What waits is written, unless the database is slow. */
    @PreDestroy
    void close() throws InterruptedException {
        if (writer instanceof ExecutorService threads) {
            threads.shutdown();
            threads.awaitTermination(2, TimeUnit.SECONDS);
        }
    }
}
