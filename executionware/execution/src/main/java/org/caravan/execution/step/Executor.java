package org.caravan.execution.step;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.caravan.adapter.AdapterFault;
import org.caravan.change.ChangeSet;
import org.caravan.change.Step;
import org.caravan.execution.fleet.Cancellation;
import org.caravan.execution.fleet.PermanentFailure;
import org.caravan.execution.journal.Journal;
import org.caravan.execution.journal.StepState;
import org.caravan.execution.journal.StoreFault;
import org.caravan.execution.time.InterruptibleWait;
import org.caravan.execution.time.LogContext;
import org.caravan.execution.time.RunCancelledException;
import org.caravan.execution.time.ShutdownException;
import org.caravan.execution.time.Threads;
import org.caravan.execution.time.WorkObserver;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Executes a graph of steps in parallel. If a step fails, its dependants are skipped; independent steps continue. Makes no
 * placement or ordering decisions.
 */
public final class Executor implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Executor.class);
    /** Large, because steps that wait for readiness also hold a thread. Per-provider limits bound the calls that change hosts. */
    private static final int AT_ONCE = 256;

    private final StepPerformer work;
    private final Journal journal;
    private final ExecutionPolicy policy;
    private final InterruptibleWait patience;
    private final WorkObserver observer;
    private final ExecutorService workers;

    public Executor(StepPerformer work, Journal journal, ExecutionPolicy policy, InterruptibleWait patience, WorkObserver observer) {
        this.work = work;
        this.journal = journal;
        this.policy = policy;
        this.patience = patience;
        this.observer = observer;
        this.workers = observer.following(Threads.reusing("step", AT_ONCE));
    }

    /** Result of a step; {@code crash} is an error that must end the run immediately. */
    private record Ending(Step step, StepState state, int tries, Optional<String> error, Optional<Throwable> crash) {}

    /**
     * Result of the steps.
     *
     * @param error error of the first failed step; empty if none failed but doubtful ones
     * @param doubts errors of failed doubtful steps ({@link ChangeSet#doubtful}), in the order of their ends
     */
    public record Result(Optional<String> error, List<String> doubts) {}

    /**
     * Returns when no step can continue. If the run is cancelled, steps that have not started are skipped.
     *
     * @throws ShutdownException if the server shuts down
     */
    public Result execute(Journal.Attempt attempt, ChangeSet changes, Cancellation cancellation) {
        ReadySteps frontier = new ReadySteps(changes.steps());
        BlockingQueue<Ending> endings = new LinkedBlockingQueue<>();
        Optional<String> firstError = Optional.empty();
        List<String> doubts = new ArrayList<>();
        Optional<Throwable> crash = Optional.empty();
        int running = launch(attempt, changes, cancellation, frontier.first(), endings);
        while (running > 0) {
            Ending ending = patience.take(endings);
            running--;
            crash = crash.or(ending::crash);
            if (ending.state() == StepState.FAILED || ending.state() == StepState.SKIPPED) {
                if (changes.doubtful().contains(ending.step().number())) {
                    ending.error().ifPresent(doubts::add);
                } else {
                    firstError = firstError.or(ending::error);
                }
                Optional<Throwable> unrecorded = skip(attempt, frontier.afterFailed(ending.step()));
                crash = crash.or(() -> unrecorded);
            } else if (crash.isEmpty()) {
                running += launch(attempt, changes, cancellation, frontier.afterDone(ending.step()), endings);
            }
        }
        crash.ifPresent(Executor::rethrow);
        return new Result(firstError, List.copyOf(doubts));
    }

    /** Returns the fault if the steps cannot be recorded: it is thrown once no step runs, so that no other attempt begins beside them. */
    private Optional<Throwable> skip(Journal.Attempt attempt, List<Step> steps) {
        try {
            steps.forEach(step -> journal.skipped(attempt, step));
            return Optional.empty();
        } catch (RuntimeException fault) {
            return Optional.of(fault);
        }
    }

    private int launch(Journal.Attempt attempt, ChangeSet changes, Cancellation cancellation, List<Step> steps,
            BlockingQueue<Ending> endings) {
        steps.forEach(step -> begin(() -> endings.add(carryOut(attempt, step, changes, cancellation))));
        return steps.size();
    }

    private void begin(Runnable task) {
        try {
            workers.execute(task);
        } catch (RejectedExecutionException e) {
            throw new ShutdownException();
        }
    }

    private Ending carryOut(Journal.Attempt attempt, Step step, ChangeSet changes, Cancellation cancellation) {
        try (LogContext marks = LogContext.ofStep(attempt.runId(), attempt.application(), attempt.number(), step.number())) {
            Optional<Instant> startedAt = cancellation.unlessWished(() -> {
                patience.pause(Duration.ZERO);
                return journal.started(attempt, step);
            });
            return startedAt.isPresent() ? begun(attempt, step, changes, cancellation, startedAt.get()) : skipped(attempt, step);
        } catch (Throwable crash) {
            return new Ending(step, StepState.RUNNING, 0, Optional.empty(), Optional.of(crash));
        }
    }

    private Ending begun(Journal.Attempt attempt, Step step, ChangeSet changes, Cancellation cancellation, Instant startedAt) {
        try (WorkObserver.Work observed = observer.step(attempt.runId(), attempt.application(), attempt.number(), step)) {
            Ending ending = tryUntilDone(attempt, step, changes, cancellation.patience());
            LOG.debug("{}: {} after {} tries", step.text(), ending.state(), ending.tries());
            journal.ended(attempt, step, ending.state(), ending.tries(), startedAt, ending.error());
            observed.ended(ending.state().name());
            return ending;
        }
    }

    private Ending skipped(Journal.Attempt attempt, Step step) {
        journal.skipped(attempt, step);
        return new Ending(step, StepState.SKIPPED, 0, Optional.empty(), Optional.empty());
    }

    private Ending tryUntilDone(Journal.Attempt attempt, Step step, ChangeSet changes, InterruptibleWait waiting) {
        InterruptibleWait.Deadline confirmed = patience.deadline(policy.confirmLimit(changes.doubtful().contains(step.number())));
        for (int tries = 1; ; tries++) {
            try {
                return new Ending(step, StepState.DONE, tries, work.perform(step, changes.plan(), waiting, confirmed), Optional.empty());
            } catch (AdapterFault fault) {
                Optional<Duration> pause = policy.retries().pause(fault.kind(), tries, chance(attempt, step, tries));
                if (pause.isEmpty()) {
                    return failed(step, tries, fault);
                }
                LOG.info("{}: try {} failed, trying again: {}", step.text(), tries, fault.getMessage());
                if (!waited(waiting, pause.get())) {
                    return failed(step, tries, fault);
                }
            } catch (PermanentFailure | RunCancelledException fault) {
                return failed(step, tries, fault);
            } catch (ShutdownException | StoreFault fault) {
                throw fault;
            } catch (RuntimeException fault) {
                LOG.error("{}: unexpected failure", step.text(), fault);
                return failed(step, tries, fault);
            }
        }
    }

    /** 0 to 1, different for steps that failed together, but the same whenever the same history is repeated. */
    private static double chance(Journal.Attempt attempt, Step step, int tries) {
        return new SplittableRandom(Objects.hash(attempt.runId(), attempt.number(), step.number(), tries)).nextDouble();
    }

    /**
     * Waits before a retry. Returns false if the run is cancelled; the step then reports its own fault, which is more informative.
     */
    private static boolean waited(InterruptibleWait waiting, Duration pause) {
        try {
            waiting.pause(pause);
            return true;
        } catch (RunCancelledException givenUp) {
            return false;
        }
    }

    private static Ending failed(Step step, int tries, RuntimeException fault) {
        String message = Optional.ofNullable(fault.getMessage()).orElse(fault.getClass().getSimpleName());
        String way = message.contains("\nMaybe ") ? "" : "\nMaybe check the host, then resume the deployment.";
        String where = step.hostId().map(host -> " on " + host).orElse("");
        String what = step.kind() + step.copy().map(copy -> " " + copy).orElse("") + where;
        return new Ending(step, StepState.FAILED, tries, Optional.of(what + " failed: " + message + way), Optional.empty());
    }

    private static void rethrow(Throwable crash) {
        if (crash instanceof Error error) {
            throw error;
        }
        throw (RuntimeException) crash;
    }

    /** Waits for calls in progress, up to the limit, and then interrupts them. */
    @Override
    public void close() {
        patience.stop();
        workers.shutdown();
        try {
            if (!workers.awaitTermination(policy.stopLimit().toNanos(), TimeUnit.NANOSECONDS)) {
                workers.shutdownNow();
            }
        } catch (InterruptedException e) {
            workers.shutdownNow();
            Thread.currentThread().interrupt();
        }
    }
}
