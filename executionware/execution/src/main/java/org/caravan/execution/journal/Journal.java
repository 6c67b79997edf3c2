package org.caravan.execution.journal;

import java.time.Instant;
import java.util.Optional;
import java.util.function.Consumer;
import org.caravan.adapter.CopySpec;
import org.caravan.change.Step;
import org.caravan.execution.time.Clock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Records events in the store and then notifies the listener. */
public final class Journal {

    private static final Logger LOG = LoggerFactory.getLogger(Journal.class);

    private final RunStore store;
    private final Clock clock;
    private final ProgressListener listener;

    public Journal(RunStore store, Clock clock, ProgressListener listener) {
        this.store = store;
        this.clock = clock;
        this.listener = listener;
    }

    /** One attempt of a run. */
    public record Attempt(long runId, String application, int number, Phase phase) {}

    /** Records the start of a step and returns its time. */
    public Instant started(Attempt attempt, Step step) {
        Instant now = clock.now();
        store.stepStarted(attempt.runId(), attempt.number(), step, now);
        tell(attempt, step, StepState.RUNNING, 0, Optional.of(now), Optional.empty(), Optional.empty(), now);
        return now;
    }

    public void ended(Attempt attempt, Step step, StepState state, int tries, Instant startedAt, Optional<String> error) {
        Instant now = clock.now();
        store.stepEnded(attempt.runId(), attempt.number(), step, state, tries, error, now);
        tell(attempt, step, state, tries, Optional.of(startedAt), Optional.of(now), error, now);
    }

    public void skipped(Attempt attempt, Step step) {
        Instant now = clock.now();
        store.stepEnded(attempt.runId(), attempt.number(), step, StepState.SKIPPED, 0, Optional.empty(), now);
        tell(attempt, step, StepState.SKIPPED, 0, Optional.empty(), Optional.of(now), Optional.empty(), now);
    }

    public void tellRun(long runId) {
        store.run(runId).ifPresent(report -> quietly(told -> told.onRun(report)));
    }

    private void tell(Attempt attempt, Step step, StepState state, int tries, Optional<Instant> startedAt,
            Optional<Instant> endedAt, Optional<String> error, Instant at) {
        StepRecord record = new StepRecord(attempt.number(), step.number(), attempt.phase(), step.kind(), step.text(),
                step.hostId(), step.spec().map(CopySpec::image), step.waitsFor(), state, tries, startedAt, endedAt, error);
        quietly(told -> told.onStep(new StepEvent(attempt.runId(), attempt.application(), record, at)));
    }

    private void quietly(Consumer<ProgressListener> telling) {
        try {
            telling.accept(listener);
        } catch (RuntimeException e) {
            LOG.warn("a listener failed; the deployment continues", e);
        }
    }
}
