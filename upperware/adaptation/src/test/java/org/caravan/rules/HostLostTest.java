package org.caravan.rules;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Random;
import org.caravan.rules.HostLook.Outcome;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Rules host-lost, host-unsettled and those on faults of our side, on a pseudo clock. */
class HostLostTest {

    @Test
    void aHostIsLostAfterItsSilenceLastedLongEnoughAndTheFindingRepeats() {
        try (Scene scene = new Scene("a", "b", "c")) {
            assertThat(scene.after(5)).isEmpty();
            scene.host("b", Outcome.SILENT);
            assertThat(scene.after(4)).isEmpty();
            assertThat(scene.after(4)).isEmpty();
            assertThat(scene.after(4)).containsExactly(new Finding.HostLost("b", scene.now().minusSeconds(8), 8_000, 8_000, 3, 2, 3,
                    "no answer"));
            assertThat(scene.after(4)).hasSize(1);
            scene.host("b", Outcome.ANSWERED);
            assertThat(scene.after(4)).containsExactly(new Finding.HostUnsettled("b", scene.now()));
        }
    }

    @Test
    void besideAHostOfTheSameSiteThatAnsweredSinceTheSilenceBeganAHostIsLostSooner() {
        try (Scene scene = new Scene("a", "b", "c", "d")) {
            scene.site("oslo", "a", "b").after(5);
            scene.host("b", Outcome.SILENT).host("d", Outcome.SILENT).rounds(3, 2);
            assertThat(scene.after(1)).as("d has no witness at its site").containsExactly(new Finding.HostLost("b",
                    scene.now().minusSeconds(5), 5_000, 5_000, 4, 2, 4, "no answer"));
            assertThat(scene.after(3)).extracting(Finding::rule).containsExactly("host-lost", "host-lost");
        }
    }

    @Test
    void aWitnessThatWasSilentItselfSinceTheSilenceBeganShowsNothing() {
        try (Scene scene = new Scene("a", "b", "c", "d", "e")) {
            scene.site("oslo", "a", "b").after(5);
            scene.host("a", Outcome.SILENT).host("b", Outcome.SILENT).rounds(3, 2);
            scene.host("a", Outcome.ANSWERED);
            assertThat(scene.after(1.5)).as("the line of the site may have been cut").noneMatch(Finding.HostLost.class::isInstance);
            assertThat(scene.after(2)).noneMatch(Finding.HostLost.class::isInstance);
            assertThat(scene.after(0.5)).filteredOn(Finding.HostLost.class::isInstance).hasSize(1);
        }
    }

    @Test
    void aSlowHostIsNoWitnessAndAFaultOnOurSideIsStrongerThanOne() {
        try (Scene scene = new Scene("a", "b", "c")) {
            scene.site("oslo", "a", "b").host("a", Outcome.SLOW).after(5);
            scene.host("b", Outcome.SILENT).rounds(3, 2);
            assertThat(scene.after(1.5)).noneMatch(Finding.HostLost.class::isInstance);
            scene.host("a", Outcome.ANSWERED).ownFault("The message broker does not answer.");
            assertThat(scene.rounds(10, 2)).noneMatch(Finding.HostLost.class::isInstance);
        }
    }

    @Test
    void oneLateLookIsNotEnough() {
        try (Scene scene = new Scene("a", "b")) {
            scene.after(5);
            scene.host("b", Outcome.SILENT);
            assertThat(scene.after(5)).isEmpty();
            assertThat(scene.after(25)).as("long enough, but not often enough").isEmpty();
            assertThat(scene.after(1)).singleElement().isInstanceOf(Finding.HostLost.class);
        }
    }

    @Test
    void anAnswerInBetweenBeginsTheSilenceAgain() {
        try (Scene scene = new Scene("a", "b", "c")) {
            for (int i = 0; i < 20; i++) {
                scene.host("b", Outcome.SILENT);
                assertThat(scene.rounds(2, 5)).noneMatch(Finding.HostLost.class::isInstance);
                scene.host("b", Outcome.ANSWERED);
                assertThat(scene.after(5)).as("unsettled once, whatever the number of silences")
                        .containsExactly(new Finding.HostUnsettled("b", scene.now()));
            }
            assertThat(scene.after(29)).hasSize(1);
            assertThat(scene.rounds(30, 20)).isEmpty();
        }
    }

    @Test
    void aHostThatFailsWithoutBeingSilentIsNotLost() {
        try (Scene scene = new Scene("a", "b", "c")) {
            scene.host("b", Outcome.UNCLEAR);
            assertThat(scene.rounds(20, 5)).isEmpty();
            scene.host("b", Outcome.SILENT).after(5);
            scene.host("b", Outcome.UNCLEAR).after(5);
            scene.host("b", Outcome.SILENT).after(5);
            assertThat(scene.after(5)).as("a failure in between does not end the silence").singleElement()
                    .isInstanceOf(Finding.HostLost.class);
        }
    }

    @Test
    void aSlowHostIsNeverLostAndCountsAsAnAnswer() {
        try (Scene scene = new Scene("a", "b", "c")) {
            scene.host("b", Outcome.SLOW);
            assertThat(scene.rounds(100, 5)).isEmpty();
            scene.host("b", Outcome.SILENT).rounds(2, 3);
            scene.host("b", Outcome.SLOW);
            assertThat(scene.after(3)).as("a slow answer ends a silence").containsExactly(new Finding.HostUnsettled("b", scene.now()));
            scene.all(Outcome.SLOW).host("c", Outcome.SILENT);
            assertThat(scene.rounds(4, 5)).filteredOn(Finding.HostLost.class::isInstance).singleElement()
                    .isEqualTo(new Finding.HostLost("c", scene.now().minusSeconds(15), 15_000, 8_000, 4, 2, 3, "no answer"));
        }
    }

    @Test
    void refusedCredentialsAreAFaultOnOurSide() {
        try (Scene scene = new Scene("a", "b", "c")) {
            scene.host("b", Outcome.REFUSED);
            assertThat(scene.rounds(20, 5)).containsExactly(new Finding.OwnFault("credentials-refused", List.of("b"),
                    "1 of 3 hosts refuse the credentials of the server, or have another identity."));
        }
    }

    @Test
    void ifNoHostAnswersNoneIsLostAndTheSilencesCountFromTheEndOfTheFault() {
        try (Scene scene = new Scene("a", "b", "c")) {
            scene.after(5);
            scene.all(Outcome.SILENT);
            assertThat(scene.rounds(20, 5)).containsExactly(new Finding.OwnFault("no-host-answers", List.of("a", "b", "c"),
                    "None of 3 hosts answers, so the fault is probably in the network of the server."));
            scene.host("a", Outcome.ANSWERED).host("b", Outcome.ANSWERED);
            assertThat(scene.rounds(2, 5)).as("c is slower").noneMatch(Finding.HostLost.class::isInstance);
            assertThat(scene.after(5)).anyMatch(Finding.HostLost.class::isInstance);
        }
    }

    @Test
    void ifMoreThanHalfOfTheHostsAreSilentNoneIsLost() {
        try (Scene scene = new Scene("a", "b", "c", "d")) {
            scene.after(5);
            scene.host("a", Outcome.SILENT).host("b", Outcome.SILENT);
            assertThat(scene.rounds(4, 5)).as("exactly half").extracting(Finding::rule).containsExactly("host-lost", "host-lost");
            scene.host("c", Outcome.SILENT);
            assertThat(scene.rounds(4, 5)).extracting(Finding::rule).containsExactly("most-hosts-silent");
        }
    }

    @Test
    void theOnlyHostIsNeverLost() {
        try (Scene scene = new Scene("a")) {
            scene.all(Outcome.SILENT);
            assertThat(scene.rounds(100, 5)).extracting(Finding::rule).containsExactly("no-host-answers");
        }
    }

    @Test
    void noHostIsLostWhileTheBrokerIsDown() {
        try (Scene scene = new Scene("a", "b", "c")) {
            scene.host("b", Outcome.SILENT).ownFault("The message broker does not answer.");
            assertThat(scene.rounds(20, 5)).containsExactly(new Finding.OwnFault("own-fault", List.of(),
                    "The message broker does not answer."));
            scene.healed();
            assertThat(scene.after(5)).isEmpty();
            assertThat(scene.rounds(2, 5)).extracting(Finding::rule).containsExactly("host-lost");
        }
    }

    @Test
    void aGapInTheObservationsIsNoSilence() {
        try (Scene scene = new Scene("a", "b", "c")) {
            scene.after(5);
            scene.host("b", Outcome.SILENT).rounds(2, 3);
            assertThat(scene.after(3_600)).containsExactly(new Finding.OwnFault("observation-gap", List.of(),
                    "The server did not observe any host for 3600 s."));
            assertThat(scene.after(5)).isEmpty();
        }
    }

    @Test
    void aClockThatGoesBackFiresNothing() {
        try (Scene scene = new Scene("a", "b", "c")) {
            scene.host("b", Outcome.SILENT).rounds(4, 5);
            assertThat(scene.after(-100)).isEmpty();
            assertThat(scene.after(0)).isEmpty();
        }
    }

    @Test
    void aHostThatLeftTheInfrastructureIsForgotten() {
        try (Scene scene = new Scene("a", "b", "c")) {
            scene.host("b", Outcome.SILENT).rounds(4, 5);
            assertThat(scene.removed("b").after(5)).isEmpty();
            scene.host("b", Outcome.SILENT);
            assertThat(scene.after(5)).isEmpty();
        }
    }

    /** Random silences against a reference that keeps a list of looks per host. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void theFindingsAreThoseOfAReferenceOverTheListOfLooks(long seed) {
        Random random = new Random(seed);
        String[] ids = {"a", "b", "c", "d", "e"};
        RuleSettings settings = new RuleSettings(Duration.ofSeconds(8), Duration.ofSeconds(5), 3, 1, Duration.ofMinutes(5),
                Duration.ofSeconds(1));
        try (Scene scene = new Scene(settings, ids)) {
            ReferenceSilences reference = new ReferenceSilences(8, 3);
            for (int i = 0; i < 200; i++) {
                for (String id : ids) {
                    if (random.nextInt(4) == 0) {
                        Outcome outcome = Outcome.values()[id.equals("a") ? 0 : random.nextInt(5)];
                        scene.host(id, outcome);
                        reference.state(id, outcome);
                    }
                }
                double seconds = 1 + random.nextInt(6);
                List<String> lost = scene.after(seconds).stream().filter(Finding.HostLost.class::isInstance)
                        .map(finding -> ((Finding.HostLost) finding).hostId()).toList();
                assertThat(lost).as("seed %d round %d", seed, i).isEqualTo(reference.lostAfter(seconds));
            }
        }
    }
}
