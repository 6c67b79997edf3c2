package org.caravan.server.turns;

import jakarta.annotation.PreDestroy;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import org.caravan.adapter.AdapterFault;
import org.caravan.api.application.TurnCaptureOrder;
import org.caravan.api.application.TurnCaptureView;
import org.caravan.api.application.TurnCaptureView.ResultView;
import org.caravan.api.application.TurnCaptureView.State;
import org.caravan.server.DaemonThreads;
import org.caravan.server.adaptation.ProfileLimit;
import org.caravan.server.data.DataFolder;
import org.caravan.server.rest.ProblemException;
import org.caravan.turns.CaptureFault;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Component;
import org.springframework.util.FileSystemUtils;

/** Runs captures, one at a time per application and two per server. Results are kept in memory: the latest of this server only. */
@Component
class TurnCaptures {

    private static final Logger LOG = LoggerFactory.getLogger(TurnCaptures.class);
    private static final int AT_ONCE = 2;
    private static final int KEPT = 8;
    private static final int SECONDS = 60;
    private static final int MOST_SECONDS = 300;

    private final CapturedCopies copies;
    private final BiConsumer<String, ResultView> check;
    private final Supplier<Path> scratch;
    private final Clock clock;
    private final ExecutorService threads = Executors.newFixedThreadPool(AT_ONCE, new DaemonThreads("turn-captures"));
    /** A check that waits, for instance for the database, delays no capture. */
    private final ExecutorService checks = Executors.newSingleThreadExecutor(new DaemonThreads("turn-capture-checks"));
    private final Map<String, One> captures = new LinkedHashMap<>();

    /** Changed by its thread, read by all. */
    private static final class One {

        private final String id;
        private final String application;
        private final Duration length;
        private volatile Instant begun;
        private volatile TurnCaptureView ended;

        One(String application, Duration length) {
            this.id = UUID.randomUUID().toString();
            this.application = application;
            this.length = length;
        }

        TurnCaptureView view(Instant now) {
            TurnCaptureView end = ended;
            Instant from = begun;
            double share = from == null ? 0 : Math.min(1, Duration.between(from, now).toMillis() / (double) length.toMillis());
            return end != null ? end : new TurnCaptureView(id, State.RUNNING, share, Optional.empty(), Optional.empty());
        }

        private void end(Optional<String> error, Optional<ResultView> result) {
            ended = new TurnCaptureView(id, error.isPresent() ? State.FAILED : State.DONE, 1, error, result);
        }
    }

    @Autowired
    TurnCaptures(CapturedCopies copies, ProfileLimit profiles, DataFolder data, Clock clock) {
        this(copies, profiles::check, () -> data.scratch("captures"), clock);
    }

    /**
     * @param check of the profiles of an application, with the result of each capture that succeeded
     * @param scratch folder in which each capture has a folder of its own
     */
    TurnCaptures(CapturedCopies copies, BiConsumer<String, ResultView> check, Supplier<Path> scratch, Clock clock) {
        this.copies = copies;
        this.check = check;
        this.scratch = scratch;
        this.clock = clock;
    }

    static int seconds(TurnCaptureOrder order) {
        int seconds = order.seconds().orElse(SECONDS);
        if (seconds < 1 || seconds > MOST_SECONDS) {
            throw new ProblemException(HttpStatus.UNPROCESSABLE_CONTENT, "capture-invalid", "A capture has 1 to " + MOST_SECONDS
                    + " s, not (" + seconds + ").", "capture for a minute: 60.");
        }
        return seconds;
    }

    TurnCaptureView begin(String application, TurnCaptureOrder order) {
        Duration length = Duration.ofSeconds(seconds(order));
        CapturedCopies.Prepared prepared = copies.prepared(application, order.components());
        One one;
        synchronized (this) {
            captures.values().stream().filter(other -> other.ended == null && other.application.equals(application)).findFirst()
                    .ifPresent(other -> {
                        throw ProblemException.conflict("capture-under-way", "Capture (" + other.id + ") of application (" + application
                                + ") is under way, and an application has one at a time.", "wait for its end: it has "
                                + other.length.toSeconds() + " s.");
                    });
            one = new One(application, length);
            captures.put(one.id, one);
            captures.entrySet().stream().filter(entry -> entry.getValue().ended != null).map(Map.Entry::getKey).findFirst()
                    .filter(oldest -> captures.size() > KEPT).ifPresent(captures::remove);
        }
        One begun = one;
        threads.execute(() -> run(begun, prepared));
        return one.view(clock.instant());
    }

    synchronized TurnCaptureView find(String application, String id) {
        return Optional.ofNullable(captures.get(id)).filter(one -> one.application.equals(application))
                .map(one -> one.view(clock.instant()))
                .orElseThrow(() -> ProblemException.notFound("unknown-capture", "Application (" + application
                        + ") has no capture (" + id + ") on this server.", "begin another one: caravan turns capture " + application
                        + "."));
    }

    private void run(One one, CapturedCopies.Prepared prepared) {
        Path folder = null;
        try {
            folder = Files.createTempDirectory(scratch.get(), ""); // only its owner may read it
            one.begun = clock.instant();
            ResultView result = copies.capture(prepared, one.length, folder);
            one.end(Optional.empty(), Optional.of(result));
            later(one, result);
        } catch (AdapterFault | CaptureFault fault) {
            one.end(Optional.of(fault.getMessage()), Optional.empty());
        } catch (IOException | RuntimeException | LinkageError fault) {
            LOG.error("a capture of {} failed", one.application, fault);
            one.end(Optional.of("The capture failed: " + fault.getMessage() + "\nMaybe look at the log of the server."),
                    Optional.empty());
        } finally {
            remove(folder);
            if (one.ended == null) {
                one.end(Optional.of("The capture failed.\nMaybe look at the log of the server."), Optional.empty());
            }
        }
    }

    /** The capture has already ended, so nothing that happens here changes its result. */
    private void later(One one, ResultView result) {
        try {
            checks.execute(() -> check(one, result));
        } catch (RejectedExecutionException ending) {
            LOG.warn("the profiles of {} are not compared with capture ({}), because the server ends", one.application, one.id);
        }
    }

    private void check(One one, ResultView result) {
        try {
            check.accept(one.application, result);
        } catch (RuntimeException | LinkageError fault) {
            LOG.error("the profiles of {} are not compared with capture ({})", one.application, one.id, fault);
        }
    }

    private static void remove(Path folder) {
        try {
            FileSystemUtils.deleteRecursively(folder);
        } catch (IOException e) {
            LOG.error("a capture in {} cannot be removed: {}", folder, e.getMessage());
        }
    }

    @PreDestroy
    void end() {
        threads.shutdownNow();
        checks.shutdownNow();
    }
}
