package org.caravan.server.adaptation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Optional;
import org.caravan.api.application.TurnCaptureView.HopView;
import org.caravan.api.application.TurnCaptureView.RequestView;
import org.junit.jupiter.api.Test;

/** When a captured profile says that the one in the model is outdated. */
class ProfileLimitTest {

    private static HopView hop(int turns, double agreement, double share, boolean fits) {
        return new HopView("frontend", "catalogue", turns, agreement, 6_000, 6_000, 6_000, 1, 1, 2, share, Optional.of(3),
                Optional.of(6_000L), Optional.empty(), fits);
    }

    private static boolean outdated(int samples, HopView hop) {
        return ProfileLimit.outdated(new RequestView("home", samples, 20, hop.fits(), List.of(hop), Optional.empty()));
    }

    @Test
    void turnsOfMostRequestsDiffer() {
        assertThat(outdated(40, hop(7, 0.9, 1, false))).isTrue();
        assertThat(outdated(40, hop(3, 0.9, 1, true))).isFalse();
    }

    @Test
    void aFewSamplesAreChance() {
        assertThat(outdated(3, hop(7, 1, 1, false))).isFalse();
        assertThat(outdated(4, hop(7, 1, 1, false))).isTrue();
    }

    @Test
    void turnsThatVaryAreNoOtherProfile() {
        assertThat(outdated(40, hop(7, 0.5, 1, false))).isFalse();
        assertThat(outdated(40, hop(7, 0.9, 0.6, false))).isFalse();
    }

    @Test
    void aHopOfTheModelThatNoRequestUsesIsMissing() {
        assertThat(outdated(40, hop(0, 0, 0, false))).isTrue();
        assertThat(outdated(0, hop(0, 0, 0, false))).isFalse();
    }

    @Test
    void theLowerEndOfAShareIsThatOfWilson() {
        assertThat(ProfileLimit.leastShare(1, 10)).isCloseTo(0.7225, within(0.0005));
        assertThat(ProfileLimit.leastShare(0.8, 50)).isCloseTo(0.6696, within(0.0005));
        assertThat(ProfileLimit.leastShare(0.8, 0)).isZero();
    }
}
