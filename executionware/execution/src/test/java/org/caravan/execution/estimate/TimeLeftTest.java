package org.caravan.execution.estimate;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import org.caravan.adapter.CallLimits;
import org.caravan.change.StepKind;
import org.caravan.execution.journal.Phase;
import org.caravan.execution.journal.StepDuration;
import org.caravan.execution.journal.StepRecord;
import org.caravan.execution.journal.StepState;
import org.junit.jupiter.api.Test;

class TimeLeftTest {

    private static final Instant NOW = Instant.parse("2026-11-21T08:00:00Z");
    private static final StepDurations BOOK = new StepDurations(List.of(
            known(StepKind.IMAGE, "pi-1", "shop/web", 4000), known(StepKind.CREATE, "pi-1", "shop/web", 1000),
            known(StepKind.CONFIRM, "pi-1", "shop/web", 2000)));

    @Test
    void theStepMostAlikeIsBelievedMost() {
        StepDurations book = new StepDurations(List.of(
                known(StepKind.CREATE, "pi-1", "shop/web", 100), known(StepKind.CREATE, "pi-2", "shop/web", 200),
                known(StepKind.CREATE, "pi-1", "shop/db", 900), known(StepKind.CREATE, "pi-3", "shop/cache", 400)));
        assertThat(book.expected(StepKind.CREATE, Optional.of("pi-1"), Optional.of("shop/web"))).contains(Duration.ofMillis(100));
        assertThat(book.expected(StepKind.CREATE, Optional.of("pi-9"), Optional.of("shop/db"))).contains(Duration.ofMillis(900));
        assertThat(book.expected(StepKind.CREATE, Optional.of("pi-3"), Optional.of("shop/new"))).contains(Duration.ofMillis(400));
        assertThat(book.expected(StepKind.CREATE, Optional.of("pi-9"), Optional.of("shop/new"))).contains(Duration.ofMillis(400));
        assertThat(book.expected(StepKind.DRAIN, Optional.of("pi-1"), Optional.empty())).isEmpty();
    }

    @Test
    void oneSlowTimeAmongManyIsForgiven() {
        StepDurations book = new StepDurations(List.of(known(StepKind.CREATE, "pi-1", "a", 60_000),
                known(StepKind.CREATE, "pi-1", "a", 100), known(StepKind.CREATE, "pi-1", "a", 110)));
        assertThat(book.expected(StepKind.CREATE, Optional.of("pi-1"), Optional.of("a"))).contains(Duration.ofMillis(110));
    }

    @Test
    void stepsThatWaitForEachOtherAddUp() {
        assertThat(left(step(1, StepKind.IMAGE), step(2, StepKind.CREATE, 1), step(3, StepKind.CONFIRM, 2)))
                .contains(Duration.ofSeconds(7));
    }

    @Test
    void stepsBesideEachOtherDoNotAddUpUntilTheHostIsBusy() {
        assertThat(left(step(1, StepKind.CREATE), step(2, StepKind.CREATE))).contains(Duration.ofSeconds(1));
        assertThat(left(step(1, StepKind.CREATE), step(2, StepKind.CREATE), step(3, StepKind.CREATE))).contains(Duration.ofSeconds(2));
        assertThat(left(step(1, StepKind.CONFIRM), step(2, StepKind.CONFIRM), step(3, StepKind.CONFIRM))).contains(Duration.ofSeconds(2));
    }

    @Test
    void whatIsDoneTakesNoTimeAndWhatRunsTakesTheRest() {
        assertThat(left(in(step(1, StepKind.IMAGE), StepState.DONE, 0), in(step(2, StepKind.CREATE, 1), StepState.RUNNING, 400),
                step(3, StepKind.CONFIRM, 2))).contains(Duration.ofMillis(2600));
        assertThat(left(in(step(1, StepKind.CREATE), StepState.RUNNING, 5_000))).contains(Duration.ofMillis(100));
        assertThat(left(in(step(1, StepKind.CREATE), StepState.RUNNING, -7_200_000))).as("the clock was set back by two hours since")
                .contains(Duration.ofSeconds(1));
    }

    @Test
    void withoutExperienceNothingIsClaimed() {
        assertThat(left(step(1, StepKind.CREATE), step(2, StepKind.DESTROY, 1))).isEmpty();
    }

    private static Optional<Duration> left(StepRecord... steps) {
        return TimeLeft.of(List.of(steps), BOOK, NOW, CallLimits.SMALL_MACHINES);
    }

    private static StepDuration known(StepKind kind, String hostId, String image, long millis) {
        return new StepDuration(kind, Optional.of(hostId), Optional.of(image), Duration.ofMillis(millis));
    }

    private static StepRecord step(int number, StepKind kind, Integer... waitsFor) {
        return new StepRecord(1, number, Phase.DEPLOY, kind, kind + " " + number, Optional.of("pi-1"), Optional.of("shop/web"),
                new TreeSet<>(Arrays.asList(waitsFor)), StepState.PENDING, 0, Optional.empty(), Optional.empty(), Optional.empty());
    }

    private static StepRecord in(StepRecord step, StepState state, long elapsedMillis) {
        return new StepRecord(step.attempt(), step.number(), step.phase(), step.kind(), step.text(), step.hostId(), step.image(),
                step.waitsFor(), state, 1, Optional.of(NOW.minusMillis(elapsedMillis)), Optional.empty(), Optional.empty());
    }
}
