package org.caravan.server.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class IssuerKeysTest {

    private final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - 1); // System.nanoTime may overflow
    private final AtomicInteger requests = new AtomicInteger();
    private final IssuedTokens.IssuerKeys keys = new IssuedTokens.IssuerKeys(nanos::get);

    private String asked(Callable<String> answer) {
        return keys.get("set", () -> {
            requests.incrementAndGet();
            return answer.call();
        });
    }

    /** Whatever the time of day is set to meanwhile: it plays no part. */
    @Test
    void theIssuerIsAskedOncePerIntervalByAClockThatIsNeverSet() {
        Callable<String> away = () -> {
            throw new IllegalStateException("away");
        };
        assertThatThrownBy(() -> asked(away)).hasRootCauseMessage("away");
        nanos.addAndGet(IssuedTokens.IssuerKeys.INTERVAL.toNanos() - 1);
        assertThatThrownBy(() -> asked(() -> "keys")).hasRootCauseMessage("The issuer did not answer a moment ago.");
        nanos.addAndGet(1);
        assertThat(asked(() -> "keys")).isEqualTo("keys");
        assertThat(keys.invalidate()).as("a token of an unknown key, at once").isFalse();
        nanos.addAndGet(IssuedTokens.IssuerKeys.INTERVAL.toNanos());
        assertThat(keys.invalidate()).isTrue();
        assertThat(asked(() -> "other keys")).isEqualTo("other keys");
        assertThat(requests).hasValue(3);
    }
}
