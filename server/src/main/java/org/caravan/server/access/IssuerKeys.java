package org.caravan.server.access;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.function.LongSupplier;
import org.caravan.server.Pause;
import org.springframework.cache.concurrent.ConcurrentMapCache;

/**
 * The issuer's public keys (JWK Set, RFC 7517). The decoder invalidates this cache for each token that names an unknown key. Without a
 * minimum interval any client could make the server call the issuer once per request. After the issuer changed its keys, tokens of a new
 * key are refused for at most {@link #INTERVAL}.
 */
final class IssuerKeys extends ConcurrentMapCache {

    static final Duration INTERVAL = Duration.ofSeconds(5);

    private final Pause asked;

    /**
     * @param nanos monotonic clock, such as {@link System#nanoTime}; a wall clock that is set back would block key requests for that long
     */
    IssuerKeys(LongSupplier nanos) {
        super("keys of the issuer");
        this.asked = new Pause(INTERVAL, nanos);
    }

    /** Called when a token names a key that is not in the set. */
    @Override
    public boolean invalidate() {
        return !asked.lasts() && super.invalidate();
    }

    /** A request to the issuer that fails counts as one, so that tokens do not queue for its time-outs. */
    @Override
    @SuppressWarnings("unchecked")
    public <T> T get(Object key, Callable<T> request) {
        ValueWrapper kept = get(key);
        if (kept != null) {
            return (T) kept.get();
        }
        if (asked.lasts()) {
            throw new ValueRetrievalException(key, request, new IllegalStateException("The issuer did not answer a moment ago."));
        }
        asked.begin();
        return super.get(key, request);
    }
}
