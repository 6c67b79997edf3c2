package org.caravan.server.adaptation;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.caravan.rules.Finding;
import org.caravan.rules.HostLook;
import org.caravan.rules.HostLook.Outcome;
import org.caravan.rules.Round;
import org.caravan.rules.RuleSettings;
import org.caravan.rules.Rules;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Rounds of looks on virtual time: when a host that lost its power counts as lost. */
class RoundPauseTest {

    private static final Instant BEGIN = Instant.parse("2026-11-26T12:00:00Z");
    private static final Duration EVERY = Duration.ofSeconds(3);
    private static final Duration LOST_AFTER = Duration.ofSeconds(7);
    private static final Duration WITNESSED_AFTER = Duration.ofSeconds(5);
    private static final RuleSettings SETTINGS = new RuleSettings(LOST_AFTER, WITNESSED_AFTER, 3, 0.5, Duration.ofSeconds(33),
            Duration.ofMinutes(10));
    /** A look at a host that answers, in ms. */
    private static final int QUICK = 100;

    private final RoundPause pauses = new RoundPause(EVERY, SETTINGS);

    @ParameterizedTest(name = "looks without an answer take {0} ms")
    @ValueSource(ints = {5, 300, 700, 1500})
    void aHostIsLostWhenItsSilenceIsLongEnoughAndHardlyLater(int lookMillis) {
        for (int cut = 0; cut <= EVERY.toMillis(); cut += 50) {
            check(cut, lost(cut, lookMillis, ""), LOST_AFTER);
        }
    }

    @ParameterizedTest(name = "looks without an answer take {0} ms")
    @ValueSource(ints = {5, 300, 700, 1500})
    void besideAHostOfItsSiteItIsLostSooner(int lookMillis) {
        for (int cut = 0; cut <= EVERY.toMillis(); cut += 50) {
            check(cut, lost(cut, lookMillis, "oslo"), WITNESSED_AFTER);
        }
    }

    private static void check(int cut, Finding.HostLost lost, Duration after) {
        Duration silence = Duration.ofMillis(lost.silentMillis());
        assertThat(silence).as("power cut at %d ms", cut).isBetween(after, after.plusMillis(300));
        Duration outage = Duration.between(BEGIN.plusMillis(cut), lost.since()).plus(silence);
        assertThat(outage).as("power cut at %d ms", cut).isLessThanOrEqualTo(EVERY.plus(after).plusMillis(QUICK + 300));
    }

    /** @param cut ms after the begin. @param lookMillis duration of a look without an answer. @param site of the first two hosts */
    private static Finding.HostLost lost(int cut, int lookMillis, String site) {
        RoundPause pauses = new RoundPause(EVERY, SETTINGS);
        try (Rules rules = Rules.builtIn(SETTINGS)) {
            Instant now = BEGIN;
            for (int round = 0; round < 100; round++) {
                boolean silent = !now.isBefore(BEGIN.plusMillis(cut));
                List<HostLook> looks = List.of(new HostLook("a", silent ? Outcome.SILENT : Outcome.ANSWERED, now, "", site),
                        new HostLook("b", Outcome.ANSWERED, now, "", site), new HostLook("c", Outcome.ANSWERED, now, ""));
                Duration lasted = Duration.ofMillis(silent ? lookMillis : QUICK);
                now = now.plus(lasted);
                for (Finding finding : rules.evaluate(new Round(now, looks, List.of(), List.of()))) {
                    if (finding instanceof Finding.HostLost lost) {
                        return lost;
                    }
                }
                now = now.plus(pauses.after(looks, now, lasted));
            }
        }
        throw new AssertionError("the host is never lost");
    }

    @Test
    void afterTheLossAndWithoutASilenceRoundsKeepTheirPace() {
        assertThat(after(0, Outcome.ANSWERED)).isEqualTo(EVERY);
        assertThat(after(3_000, Outcome.SILENT)).isEqualTo(Duration.ofMillis(500));
        assertThat(after(11_000, Outcome.SILENT)).as("lost since 1 s").isEqualTo(Duration.ofMillis(500));
        assertThat(after(12_000, Outcome.UNCLEAR)).isEqualTo(EVERY);
        assertThat(after(15_000, Outcome.SLOW)).isEqualTo(EVERY);
        assertThat(after(18_000, Outcome.UNCLEAR)).isEqualTo(EVERY);
    }

    /** A host may stay unclear or refuse for hours; after it, the silence is as long as since its first look without an answer. */
    @ParameterizedTest
    @EnumSource(names = {"UNCLEAR", "REFUSED"})
    void whatNeitherBeginsNorEndsASilenceDoesNotShortenThePause(Outcome outcome) {
        assertThat(after(0, Outcome.SILENT)).isEqualTo(Duration.ofMillis(500));
        assertThat(after(1_000, Outcome.SILENT)).isEqualTo(Duration.ofMillis(500));
        assertThat(after(2_000, outcome)).isEqualTo(EVERY);
        assertThat(after(5_000, outcome)).isEqualTo(EVERY);
        assertThat(after(6_300, Outcome.SILENT)).as("the next round ends 7 s after the begin of the silence")
                .isEqualTo(Duration.ofMillis(600));
    }

    @Test
    void theSilentHostDeterminesThePauseBesideAnUnclearOne() {
        assertThat(pauses.after(List.of(look("a", Outcome.SILENT), look("b", Outcome.SILENT)), BEGIN, Duration.ofMillis(100)))
                .isEqualTo(Duration.ofMillis(500));
        assertThat(pauses.after(List.of(look("a", Outcome.UNCLEAR), look("b", Outcome.SILENT)), BEGIN, Duration.ofMillis(100)))
                .isEqualTo(Duration.ofMillis(500));
        assertThat(pauses.after(List.of(look("a", Outcome.UNCLEAR), look("b", Outcome.ANSWERED)), BEGIN, Duration.ofMillis(100)))
                .isEqualTo(EVERY);
    }

    private static HostLook look(String hostId, Outcome outcome) {
        return new HostLook(hostId, outcome, BEGIN, "");
    }

    private Duration after(int millis, Outcome outcome) {
        Instant at = BEGIN.plusMillis(millis);
        return pauses.after(List.of(new HostLook("a", outcome, at, "")), at, Duration.ofMillis(100));
    }
}
