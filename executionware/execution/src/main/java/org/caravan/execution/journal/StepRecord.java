package org.caravan.execution.journal;

import java.time.Instant;
import java.util.Collections;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import org.caravan.change.StepKind;

/**
 * State and result of a step.
 *
 * @param attempt attempt of the run, counts from 1
 * @param number within the attempt, counts from 1
 * @param text the step on one line
 * @param hostId host on which the step acts; empty for ENTRY
 * @param image image of the copy, if the step transfers, starts or confirms one
 * @param waitsFor numbers of steps of the same attempt
 * @param tries number of tries; 0 if never tried
 * @param error why it failed, with a suggestion; or the part that was not done although the step is DONE
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
