package org.caravan.server.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.function.Function;
import org.junit.jupiter.api.Test;

class CachedValueTest {

    private final Network.CachedValue<String, Integer> cached = new Network.CachedValue<>();
    private int computed;
    private final Function<String, Integer> next = key -> ++computed;

    @Test
    void isComputedAgainOnlyOnceItIsInvalidOrForAnotherKey() {
        assertThat(cached.of("a", next)).isEqualTo(1);
        assertThat(cached.of("a", next)).isEqualTo(1);
        cached.invalidate();
        assertThat(cached.of("a", next)).isEqualTo(2);
        assertThat(cached.of("b", next)).isEqualTo(3);
        assertThat(cached.of("b", next)).isEqualTo(3);
    }

    /** Samples that arrive while the matrix is read must appear in the next one. */
    @Test
    void isNotKeptIfItsInputsChangeDuringTheComputation() {
        assertThat(cached.of("a", key -> {
            cached.invalidate();
            return next.apply(key);
        })).isEqualTo(1);
        assertThat(cached.of("a", next)).isEqualTo(2);
        assertThat(cached.of("a", next)).isEqualTo(2);
    }

    @Test
    void aFailedComputationKeepsTheEarlierValueAndIsRepeated() {
        cached.of("a", next);
        cached.invalidate();
        assertThatThrownBy(() -> cached.of("a", key -> {
            throw new IllegalStateException("no database");
        })).hasMessage("no database");
        assertThat(cached.evenIfInvalid("a")).contains(1);
        assertThat(cached.evenIfInvalid("b")).isEmpty();
        assertThat(cached.of("a", next)).isEqualTo(2);
    }
}
