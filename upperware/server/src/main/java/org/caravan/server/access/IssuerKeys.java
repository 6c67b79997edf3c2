package org.caravan.server.access;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.Callable;
import org.springframework.cache.concurrent.ConcurrentMapCache;

/**
 * The issuer's public keys (JWK Set, RFC 7517). The decoder invalidates this cache for each token that names an unknown key; without a minimum interval anybody could make
 * the server ask the issuer once per request. After the issuer changed its keys, tokens of a new key are refused for at most {@link #INTERVAL}.
 */
final class IssuerKeys extends ConcurrentMapCache {

    static final Duration INTERVAL = Duration.ofSeconds(5);

    private final Clock clock;
    private volatile Instant nextAt = Instant.MIN;

    IssuerKeys(Clock clock) {
        super("keys of the issuer");
        this.clock = clock;
    }

    /** Called when a token names a key that is not in the set. */
    @Override
    public boolean invalidate() {
        return !clock.instant().isBefore(nextAt) && super.invalidate();
    }

    /** A request to the issuer that fails counts as one, so that tokens do not queue for its time-outs. */
    @Override
    @SuppressWarnings("unchecked")
    public <T> T get(Object key, Callable<T> request) {
        ValueWrapper kept = get(key);
        if (kept != null) {
            return (T) kept.get();
        }
        if (clock.instant().isBefore(nextAt)) {
            throw new ValueRetrievalException(key, request, new IllegalStateException("The issuer did not answer a moment ago."));
        }
        nextAt = clock.instant().plus(INTERVAL);
        return super.get(key, request);
    }
}
