package org.caravan.execution.step;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Optional;
import org.caravan.adapter.AdapterFault.Kind;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class RetryRuleTest {

    private final RetryRule rule = new RetryRule(4, Duration.ofMillis(500), Duration.ofSeconds(8));

    @ParameterizedTest
    @EnumSource(value = Kind.class, names = {"UNTRUSTED", "OUTDATED", "NO_CAPACITY", "UNSUPPORTED"})
    void whatARetryCannotMendIsNotTriedAgain(Kind kind) {
        assertThat(rule.pause(kind, 1, 1)).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(value = Kind.class, names = {"UNREACHABLE", "FAILED", "THROTTLED"})
    void whatMayPassIsTriedAgainAFewTimes(Kind kind) {
        assertThat(rule.pause(kind, 3, 1)).isPresent();
        assertThat(rule.pause(kind, 4, 1)).isEmpty();
    }

    @Test
    void pausesDoubleUpToTheLongest() {
        RetryRule patient = new RetryRule(99, Duration.ofMillis(500), Duration.ofSeconds(8));
        assertThat(patient.pause(Kind.FAILED, 1, 1)).contains(Duration.ofMillis(500));
        assertThat(patient.pause(Kind.FAILED, 2, 1)).contains(Duration.ofSeconds(1));
        assertThat(patient.pause(Kind.FAILED, 5, 1)).contains(Duration.ofSeconds(8));
        assertThat(patient.pause(Kind.FAILED, 90, 1)).contains(Duration.ofSeconds(8));
    }

    @Test
    void chanceDecidesBetweenHalfThePauseAndAllOfIt() {
        assertThat(rule.pause(Kind.FAILED, 1, 0)).isEqualTo(Optional.of(Duration.ofMillis(250)));
        assertThat(rule.pause(Kind.FAILED, 1, 0.5)).isEqualTo(Optional.of(Duration.ofMillis(375)));
    }

    @Test
    void aProviderThatAsksForPatienceGetsIt() {
        assertThat(rule.pause(Kind.THROTTLED, 1, 1)).contains(Duration.ofSeconds(4));
    }
}
