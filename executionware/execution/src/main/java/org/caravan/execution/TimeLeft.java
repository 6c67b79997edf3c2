package org.caravan.execution;

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

/** Plays the steps that are left through, as long as each took before, with as many at once as providers bear. */
final class TimeLeft {

    private static final Set<StepKind> UNBOUNDED = EnumSet.of(StepKind.CONFIRM, StepKind.DRAIN, StepKind.ENTRY);

    private final DurationBook book;
    private final Instant now;
    private final CallLimits limits;
    /** In ms from now: when each step has ended, and when each place for a call is free. */
    private final Map<Integer, Long> ends = new HashMap<>();
    private final Map<String, PriorityQueue<Long>> hosts = new HashMap<>();
    private final PriorityQueue<Long> overall;

    private TimeLeft(DurationBook book, Instant now, CallLimits limits) {
        this.book = book;
        this.now = now;
        this.limits = limits;
        this.overall = places(limits.changes());
    }

    /** @param steps of one attempt, by number; empty if one of them is of a kind that was never done before */
    static Optional<Duration> of(List<StepRecord> steps, DurationBook book, Instant now, CallLimits limits) {
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

    /** A step that takes longer than ever is not done at once: a tenth of what it took before stays. */
    private long remaining(StepRecord step, Duration expected) {
        long whole = expected.toMillis();
        // Where the time of day was set back since, this is unknown; then it takes as long as ever from now on.
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
