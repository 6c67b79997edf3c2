package org.caravan.server.adaptation.path;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.caravan.rules.path.PathFinding.Suspected;
import org.caravan.rules.path.PathLook;
import org.caravan.rules.path.Promise;
import org.junit.jupiter.api.Test;

class ConfirmationsTest {

    private static final Instant ZERO = Instant.parse("2026-11-26T03:00:00Z");

    private final Confirmations confirmations = new Confirmations();

    private static Suspected suspected(String application, String path, int measured) {
        return new Suspected(new PathLook(application, "p", path, false, Optional.of(20.0), Optional.of(60.0),
                ZERO.plusSeconds(measured), new Promise("fast", "home", "bergen", 95, 120, Optional.of(60.0), Optional.of(180.0),
                        false)));
    }

    private boolean due(int second, Suspected... suspected) {
        return confirmations.due(List.of(suspected), ZERO.plusSeconds(second));
    }

    @Test
    void aMeasurementIsConfirmedOnceEvenIfRunsDoNotRenewIt() {
        assertThat(due(0, suspected("shop", "a -> b", 0))).isTrue();
        for (int second = 1; second < 100; second++) {
            assertThat(due(second, suspected("shop", "a -> b", 0))).as("second " + second).isFalse();
        }
        assertThat(due(100, suspected("shop", "a -> b", 99))).as("a newer measurement").isTrue();
        assertThat(due(200)).isFalse();
    }

    @Test
    void runsKeepADistanceAndNoneIsForgotten() {
        assertThat(due(0, suspected("shop", "a -> b", 0))).isTrue();
        assertThat(due(2, suspected("shop", "a -> c", 2), suspected("relay", "a -> b", 2))).as("too early").isFalse();
        assertThat(due(5, suspected("shop", "a -> c", 2), suspected("relay", "a -> b", 2))).isTrue();
        assertThat(due(20, suspected("shop", "a -> c", 2), suspected("relay", "a -> b", 2))).isFalse();
    }
}
