package org.caravan.execution;

import java.time.Instant;
import java.util.Collections;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import org.caravan.change.StepKind;

/**
 * What became of a step.
 *
 * @param attempt of the run, counts from 1
 * @param number within the attempt, counts from 1
 * @param text the step on one line
 * @param hostId where it acts; empty for ENTRY
 * @param image of the copy, where the step brings, starts or awaits one
 * @param waitsFor numbers of steps of the same attempt
 * @param tries how often the adapter was asked to carry it out; 0 if never
 * @param error why it failed, ends with a way out; or what was left undone although it counts as done
 */
public record StepRecord(
        int attempt,
        int number,
        Phase phase,
        StepKind kind,
        String text,
        Optional<String> hostId,
        Optional<String> image,
        SortedSet<Integer> waitsFor,
        StepState state,
        int tries,
        Optional<Instant> startedAt,
        Optional<Instant> endedAt,
        Optional<String> error) {

    public StepRecord {
        waitsFor = Collections.unmodifiableSortedSet(new TreeSet<>(waitsFor));
    }
}
