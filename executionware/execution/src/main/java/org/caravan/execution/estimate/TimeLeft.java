package org.caravan.execution.estimate;

import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Set;
import org.caravan.adapter.CallLimits;
import org.caravan.change.StepKind;
import org.caravan.execution.journal.StepRecord;
import org.caravan.execution.journal.StepState;

/**
 * Estimates the remaining time: simulates the remaining steps with earlier durations, within the concurrency limits of providers.
 */
public final class TimeLeft {

    private static final Set<StepKind> UNBOUNDED = EnumSet.of(StepKind.CONFIRM, StepKind.DRAIN, StepKind.ENTRY);

    private final StepDurations book;
    private final Instant now;
    private final CallLimits limits;
    /** In ms from now: the end of each step, and the time at which each call slot becomes free. */
    private final Map<Integer, Long> ends = new HashMap<>();
    private final Map<String, PriorityQueue<Long>> hosts = new HashMap<>();
    private final PriorityQueue<Long> overall;

    private TimeLeft(StepDurations book, Instant now, CallLimits limits) {
        this.book = book;
        this.now = now;
        this.limits = limits;
        this.overall = places(limits.changes());
    }

    /**
     * @param steps steps of one attempt, by number
     * @return empty if the duration of any remaining step's kind is unknown
     */
    public static Optional<Duration> of(List<StepRecord> steps, StepDurations book, Instant now, CallLimits limits) {
        TimeLeft play = new TimeLeft(book, now, limits);
        for (StepRecord step : steps) {
            if (step.state() != StepState.PENDING && step.state() != StepState.RUNNING) {
                play.ends.put(step.number(), 0L);
                continue;
            }
            Optional<Duration> expected = book.expected(step.kind(), step.hostId(), step.image());
            if (expected.isEmpty()) {
                return Optional.empty();
            }
            play.carryOut(step, play.remaining(step, expected.get()));
        }
        return Optional.of(Duration.ofMillis(play.ends.values().stream().mapToLong(end -> end).max().orElse(0)));
    }

    /** A step that exceeds its expected duration keeps a tenth of that duration as remaining time. */
    private long remaining(StepRecord step, Duration expected) {
        long whole = expected.toMillis();
        // If the system time was set back, the elapsed time is unknown and counts as zero.
        long elapsed = Math.max(0, step.startedAt().map(start -> Duration.between(start, now).toMillis()).orElse(0L));
        return step.state() == StepState.RUNNING ? Math.max(whole - elapsed, whole / 10) : whole;
    }

    private void carryOut(StepRecord step, long millis) {
        long ready = step.waitsFor().stream().mapToLong(before -> ends.getOrDefault(before, 0L)).max().orElse(0);
        if (UNBOUNDED.contains(step.kind())) {
            ends.put(step.number(), ready + millis);
            return;
        }
        PriorityQueue<Long> host = hosts.computeIfAbsent(step.hostId().orElse(""), id -> places(limits.changesPerHost()));
        long start = Math.max(ready, Math.max(host.remove(), overall.remove()));
        host.add(start + millis);
        overall.add(start + millis);
        ends.put(step.number(), start + millis);
    }

    private static PriorityQueue<Long> places(int count) {
        return new PriorityQueue<>(Collections.nCopies(count, 0L));
    }
}
