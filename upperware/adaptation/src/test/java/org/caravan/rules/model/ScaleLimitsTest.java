package org.caravan.rules.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.caravan.rules.ActionKind;
import org.caravan.rules.Limit;
import org.junit.jupiter.api.Test;

class ScaleLimitsTest {

    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
    private static final ScaleLimits LIMITS = new ScaleLimits(Duration.ofSeconds(30), Duration.ofSeconds(60), Duration.ofMinutes(2));

    @Test
    void replicasAreAddedACoolDownAfterAnyChange() {
        assertThat(name(ActionKind.SCALE_OUT, 29, 999)).contains("scale-out-cool-down");
        assertThat(name(ActionKind.SCALE_OUT, 999, 29)).contains("scale-out-cool-down");
        assertThat(name(ActionKind.SCALE_OUT, 30, 30)).isEmpty();
    }

    @Test
    void replicasAreRemovedAfterTheStabilisationAndOneCoolDownAfterAnother() {
        assertThat(name(ActionKind.SCALE_IN, 119, 999)).contains("stabilisation");
        assertThat(name(ActionKind.SCALE_IN, 999, 59)).contains("scale-in-cool-down");
        assertThat(name(ActionKind.SCALE_IN, 120, 60)).isEmpty();
    }

    @Test
    void otherActionsAreNotLimited() {
        assertThat(name(ActionKind.REPLAN, 0, 0)).isEmpty();
        assertThat(LIMITS.of(ActionKind.SCALE_IN, Optional.empty(), Optional.empty(), NOW)).isEmpty();
        assertThat(LIMITS.longest()).isEqualTo(Duration.ofMinutes(2));
    }

    private static Optional<String> name(ActionKind kind, int addedSecondsAgo, int removedSecondsAgo) {
        return LIMITS.of(kind, Optional.of(NOW.minusSeconds(addedSecondsAgo)), Optional.of(NOW.minusSeconds(removedSecondsAgo)), NOW)
                .map(Limit::name);
    }
}
