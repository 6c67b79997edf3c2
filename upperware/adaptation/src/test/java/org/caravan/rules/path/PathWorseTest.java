package org.caravan.rules.path;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.caravan.rules.path.PathFinding.MostSilent;
import org.caravan.rules.path.PathFinding.PathWorse;
import org.caravan.rules.path.PathFinding.Settled;
import org.caravan.rules.path.PathFinding.Suspected;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Planned are 20 ms; a promise is 120 ms. */
class PathWorseTest {

    static final Instant ZERO = Instant.parse("2026-11-26T03:00:00Z");
    static final PathRuleSettings SETTINGS =
            new PathRuleSettings(1.5, 10, 2, 0.5, Duration.ofMinutes(10), Duration.ofHours(1));
    private static final Promise PROMISE = new Promise("fast", "home", "bergen", 95, 120, Optional.of(60.0), Optional.of(180.0),
            false);

    private final PathRules rules = PathRules.of(SETTINGS);
    private int seconds;

    @AfterEach
    void close() {
        rules.close();
    }

    static PathLook look(String path, Instant measured, Double planned, Double current) {
        return new PathLook("shop", "p", path, current == null, Optional.ofNullable(planned), Optional.ofNullable(current), measured,
                PROMISE);
    }

    /** Another minute. @param current ms; null for a cut */
    private List<PathFinding> takes(Double planned, Double current) {
        seconds += 60;
        return round(100, 0, look("a -> b", now(), planned, current));
    }

    private List<PathFinding> round(int answering, int silent, PathLook... looks) {
        return rules.evaluate(new PathRound(now(), answering, silent, List.of(looks)));
    }

    private Instant now() {
        return ZERO.plusSeconds(seconds);
    }

    @Test
    void twoMeasurementsShowAPathThatIsMuchSlower() {
        assertThat(takes(20.0, 20.0)).isEmpty();
        assertThat(takes(20.0, 60.0)).singleElement().isInstanceOf(Suspected.class);
        PathFinding second = takes(20.0, 61.0).get(0);
        assertThat(second).isEqualTo(new PathWorse(look("a -> b", now(), 20.0, 61.0), now().minusSeconds(60), 2, 0));
        assertThat(takes(20.0, 60.0)).as("as long as it holds").singleElement().isInstanceOf(PathWorse.class);
        assertThat(takes(20.0, 24.0)).as("fine").isEmpty();
        assertThat(takes(20.0, 60.0)).as("counted from the beginning").singleElement().isInstanceOf(Suspected.class);
        assertThat(takes(20.0, 60.0)).as("of the same fault").singleElement().extracting(found -> ((PathWorse) found).since())
                .isEqualTo(ZERO.plusSeconds(120));
    }

    @Test
    void aCutPathIsWorseWhateverWasPlanned() {
        assertThat(takes(null, null)).singleElement().isInstanceOf(Suspected.class);
        assertThat(takes(null, null)).singleElement().isInstanceOf(PathWorse.class);
    }

    @Test
    void smallDifferencesAreNoReason() {
        for (int i = 0; i < 3; i++) {
            assertThat(takes(20.0, 30.0)).as("not above half as much again").isEmpty();
            assertThat(takes(2.0, 12.0)).as("not above 10 ms more").isEmpty();
            assertThat(takes(null, 500.0)).as("it is unknown what was planned").isEmpty();
        }
    }

    @Test
    void theSameMeasurementCountsOnceAndNoneChangesNothing() {
        takes(20.0, 60.0);
        PathLook same = look("a -> b", now(), 20.0, 60.0);
        seconds += 60;
        assertThat(round(100, 0, same)).as("the same measurement").allMatch(Suspected.class::isInstance);
        assertThat(round(100, 0)).as("none").isEmpty();
        assertThat(takes(20.0, 60.0)).singleElement().isInstanceOf(PathWorse.class);
        assertThat(round(100, 0)).as("none").isEmpty();
        seconds += 60;
        assertThat(round(100, 0, look("a -> b", now().minusSeconds(60), 20.0, 60.0))).as("the last decision stays").singleElement()
                .isInstanceOf(PathWorse.class);
    }

    @Test
    void betweenWorseAndFineNothingChanges() {
        takes(20.0, 60.0);
        assertThat(takes(20.0, 28.0)).isEmpty();
        assertThat(takes(20.0, 60.0)).singleElement().isInstanceOf(PathWorse.class);
    }

    @Test
    void ifMostSitesAreSilentTheFaultIsOurs() {
        takes(20.0, 60.0);
        for (int i = 0; i < 3; i++) {
            seconds += 60;
            assertThat(round(49, 51, look("a -> b", now(), 20.0, null))).containsExactly(new MostSilent(51, 100));
        }
        seconds += 60;
        assertThat(round(0, 0)).isEmpty();
        assertThat(round(50, 50, look("a -> b", now(), 20.0, 20.0))).isEmpty();
        assertThat(takes(20.0, 60.0)).as("counted from the beginning").singleElement().isInstanceOf(Suspected.class);
    }

    @Test
    void oneCutSiteOfThreeIsAFaultOfItsLine() {
        PathLook cut = look("a -> b", now(), 20.0, null);
        assertThat(round(2, 1, cut)).containsExactly(new Suspected(cut));
        assertThat(round(0, 3, cut)).containsExactly(new MostSilent(3, 3));
    }

    @Test
    void aPathIsSettledOnceItIsFineForLongEnoughAndALastingFaultIsAReasonAgain() {
        takes(20.0, 60.0);
        Instant since = now();
        for (int i = 0; i < 60; i++) {
            assertThat(((PathWorse) takes(20.0, 60.0).get(0)).attempt()).isEqualTo(i == 59 ? 1 : 0);
        }
        for (int i = 0; i < 10; i++) {
            assertThat(takes(20.0, 20.0)).isEmpty();
        }
        assertThat(takes(20.0, 20.0)).containsExactly(new Settled("shop", "a -> b", since, true));
        assertThat(takes(20.0, 20.0)).isEmpty();
    }

    @Test
    void aPathThatTheApplicationLeftIsForgotten() {
        takes(20.0, 60.0);
        takes(20.0, 60.0);
        seconds += 3600;
        assertThat(round(100, 0)).containsExactly(new Settled("shop", "a -> b", ZERO.plusSeconds(60), false));
    }

    @Test
    @Timeout(60)
    void anOldMeasurementBeginsAFaultOnce() {
        PathLook old = look("a -> b", ZERO.minusSeconds(7200), 20.0, 60.0);
        for (int i = 0; i < 3; i++) {
            assertThat(round(100, 0, old)).containsExactly(new Suspected(old));
            seconds += 1800;
        }
        assertThat(takes(20.0, 60.0)).singleElement().extracting(found -> ((PathWorse) found).since()).isEqualTo(ZERO.minusSeconds(7200));
    }

    @Test
    @Timeout(60)
    void aFaultThatLastsIsNotForgottenIfProbesAreTwoHoursApart() {
        takes(20.0, 60.0);
        Instant since = now();
        for (int i = 1; i <= 3; i++) {
            seconds += 7200 - 60;
            assertThat(takes(20.0, 60.0)).containsExactly(new PathWorse(look("a -> b", now(), 20.0, 60.0), since, i + 1, 2 * i));
        }
        seconds += 7200;
        assertThat(takes(20.0, 20.0)).as("fine, but only just").isEmpty();
        seconds += 7200;
        assertThat(takes(20.0, 20.0)).containsExactly(new Settled("shop", "a -> b", since, true));
    }

    @Test
    void aMeasurementOfTheFutureCountsAsOneOfTheRound() {
        assertThat(round(100, 0, look("a -> b", now().plusSeconds(3600), 20.0, 60.0))).containsExactly(
                new Suspected(look("a -> b", now(), 20.0, 60.0)));
        assertThat(takes(20.0, 60.0)).singleElement().isInstanceOf(PathWorse.class);
    }
}
