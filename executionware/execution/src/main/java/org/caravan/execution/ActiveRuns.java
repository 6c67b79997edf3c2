package org.caravan.execution;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.LongPredicate;
import java.util.function.Supplier;
import org.caravan.execution.fleet.Cancellation;
import org.caravan.execution.journal.RunState;
import org.caravan.execution.journal.StoreFault;
import org.caravan.execution.time.InterruptibleWait;
import org.caravan.execution.time.LogContext;
import org.caravan.execution.time.RunCancelledException;
import org.caravan.execution.time.ShutdownException;
import org.caravan.execution.time.Threads;
import org.caravan.execution.time.WorkObserver;
import org.caravan.plan.DeploymentPlan;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Executes runs in the background, at most one per application. */
final class ActiveRuns implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(ActiveRuns.class);
    private static final String INTERRUPTED = "INTERRUPTED";
    private static final Duration FIRST_PAUSE = Duration.ofSeconds(1);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(30);
    private static final Duration LONGEST_RELEASE = Duration.ofSeconds(10);
    private static final Duration RELEASE_PAUSE = Duration.ofMillis(10);

    private final RunLoop driver;
    private final WorkObserver observer;
    private final InterruptibleWait patience;
    private final ExecutorService threads;
    private final Map<String, Active> byApplication = new ConcurrentHashMap<>();

    ActiveRuns(RunLoop driver, WorkObserver observer, InterruptibleWait patience) {
        this.driver = driver;
        this.observer = observer;
        this.patience = patience;
        this.threads = observer.following(Executors.newCachedThreadPool(Threads.named("run")));
    }

    /** A run that is in the journal and may be executed. */
    record Run(long runId, DeploymentPlan plan) {}

    /**
     * @param admitted completed with null if the run does not start
     * @param end released when the run has ended
     */
    private record Active(CompletableFuture<Run> admitted, Cancellation cancellation, CountDownLatch end) {}

    /**
     * Reserves the application before any check, so that only one of two concurrent approvals starts a run.
     *
     * @param admission decides whether to start; throws if not
     * @return id of the run
     */
    long begin(String application, Supplier<Run> admission) {
        Active active = new Active(new CompletableFuture<>(), new Cancellation(patience), new CountDownLatch(1));
        if (byApplication.putIfAbsent(application, active) != null) {
            active.cancellation().close();
            throw DeploymentRefusal.of("deployment-running",
                    "A deployment of " + application + " is running.", "wait until it has ended.");
        }
        boolean begun = false;
        try {
            Run run = admission.get();
            threads.execute(() -> carryOut(run, active));
            begun = true;
            active.admitted().complete(run);
            return run.runId();
        } finally {
            if (!begun) {
                release(application, active);
            }
        }
    }

    /** Waits until no run of the application is active, at most for the limit. */
    void await(String application, Duration limit) throws InterruptedException {
        Optional<Active> active = Optional.ofNullable(byApplication.get(application));
        if (active.isPresent()) {
            active.get().end().await(limit.toNanos(), TimeUnit.NANOSECONDS);
        }
    }

    /**
     * Waits until a run whose end is in the journal has released its application, at most 10 s. The journal has the end first, so that a
     * client that read it may begin the next run in between.
     *
     * @param ended whether the journal has the end of a run, by its id; asked only if a run holds the application
     */
    void awaitRelease(String application, LongPredicate ended) {
        Optional<Active> holding = Optional.ofNullable(byApplication.get(application));
        Optional<Run> run = holding.map(active -> active.admitted().getNow(null)).filter(one -> ended.test(one.runId()));
        InterruptibleWait.Deadline deadline = patience.deadline(LONGEST_RELEASE);
        while (run.isPresent() && byApplication.get(application) == holding.get() && !deadline.passed()) {
            patience.pause(RELEASE_PAUSE);
        }
    }

    /**
     * Signals a run that it is cancelled.
     *
     * @param written records the cancellation; if it throws, the run continues
     * @return false if the run is not active on this server; nothing is recorded then
     */
    boolean cancel(String application, long runId, Runnable written) {
        Optional<Active> active = Optional.ofNullable(byApplication.get(application)).filter(any -> {
            Run run = any.admitted().join();
            return run != null && run.runId() == runId;
        });
        active.ifPresent(found -> found.cancellation().wish(written));
        return active.isPresent();
    }

    private void carryOut(Run run, Active active) {
        try (LogContext marks = LogContext.ofRun(run.runId(), run.plan().application()); WorkObserver.Work work =
                observer.run(run.runId(), run.plan())) {
            work.ended(driven(run, active.cancellation()));
        } finally {
            release(run.plan().application(), active);
        }
    }

    /** @return the final state as one word */
    private String driven(Run run, Cancellation cancellation) {
        String name = "deployment " + run.runId() + " of " + run.plan().application();
        try {
            return whileTheJournalIsAway(cancellation, name, () -> driver.drive(run.runId(), run.plan(), cancellation).name());
        } catch (ShutdownException stopped) {
            LOG.info("{} is interrupted; the next start continues it", name);
        } catch (StoreFault fault) {
            LOG.error("{} cannot continue: {}", name, fault.getMessage());
        } catch (RuntimeException fault) {
            LOG.error("{} failed unexpectedly", name, fault);
            return failed(run, cancellation, name, "The execution failed unexpectedly: " + fault
                    + ".\nMaybe read the server's log, then resume the deployment.");
        } catch (Error crash) {
            // Nothing is recorded. When the run is resumed, observation shows the effects of the interrupted steps.
            LOG.error("{} crashed", name, crash);
        }
        return INTERRUPTED;
    }

    private String failed(Run run, Cancellation cancellation, String name, String error) {
        try {
            return whileTheJournalIsAway(cancellation, name, () -> {
                driver.end(run.runId(), Optional.of(error));
                return RunState.FAILED.name();
            });
        } catch (ShutdownException | StoreFault unrecorded) {
            LOG.error("{} is not recorded as failed: {}", name, unrecorded.getMessage());
            return INTERRUPTED;
        }
    }

    /**
     * Does the work again while the disk of the journal is full or its database is out of reach. Observation shows the effects of steps
     * whose end is not in the journal. A server that no longer leads is stopped meanwhile, and its writes are refused.
     *
     * @throws StoreFault if it does not pass by itself
     */
    private String whileTheJournalIsAway(Cancellation cancellation, String name, Supplier<String> work) {
        Duration pause = FIRST_PAUSE;
        while (true) {
            try {
                return work.get();
            } catch (StoreFault fault) {
                if (!fault.passing()) {
                    throw fault;
                }
                LOG.error("{} continues after a pause of {} s: {}", name, pause.toSeconds(), fault.getMessage());
                pause(cancellation, pause);
                pause = pause.multipliedBy(2).compareTo(LONGEST_PAUSE) < 0 ? pause.multipliedBy(2) : LONGEST_PAUSE;
            }
        }
    }

    /** A cancellation shortens the pause; it is carried out as soon as the journal can be written. */
    private void pause(Cancellation cancellation, Duration pause) {
        try {
            cancellation.patience().pause(pause);
        } catch (RunCancelledException cancelled) {
            patience.pause(FIRST_PAUSE);
        }
    }

    private void release(String application, Active active) {
        byApplication.remove(application, active);
        active.cancellation().close();
        active.admitted().complete(null);
        active.end().countDown();
    }

    @Override
    public void close() {
        threads.shutdown();
        try {
            threads.awaitTermination(5, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
