package org.caravan.server.access;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class TokenBucketsTest {

    @Test
    void eachHasItsOwnAndLookingTakesNothing() {
        TokenBuckets allowances = new TokenBuckets(0.1);
        assertThat(allowances.look("a")).isEmpty();
        assertThat(allowances.look("a")).isEmpty();
        assertThat(allowances.take("a")).isEmpty();
        assertThat(allowances.take("a").orElseThrow().toMillis()).isBetween(1L, 10_000L);
        assertThat(allowances.look("a")).isPresent();
        assertThat(allowances.take("b")).isEmpty();
    }

    @Test
    void nothingIsNoLimit() {
        TokenBuckets allowances = new TokenBuckets(0);
        assertThat(IntStream.range(0, 1000).mapToObj(i -> allowances.take("a"))).allMatch(wait -> wait.isEmpty());
    }

    @Test
    void aNetworkOfIpv6IsOne() {
        assertThat(RateLimits.network("2001:db8:0:1::5")).isEqualTo(RateLimits.network("2001:db8:0:1:ffff::9"))
                .isNotEqualTo(RateLimits.network("2001:db8:0:2::5"));
        assertThat(RateLimits.network("192.0.2.1")).isNotEqualTo(RateLimits.network("192.0.2.2"));
    }
}
