package org.caravan.server.network;

import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;

/**
 * The value of the latest key, computed on demand and used again until it is invalidated. A value whose inputs change while it is computed
 * is returned once and computed again for the next caller. Thread-safe; callers at the same time may compute twice.
 *
 * @param <K> what the value is computed from; compared by identity
 */
final class CachedValue<K, V> {

    private final AtomicLong generation = new AtomicLong();
    private volatile Computed<K, V> latest;

    /** @param generation read before the computation began, so that an invalidation during the computation counts */
    private record Computed<K, V>(K key, V value, long generation) {}

    V of(K key, Function<K, V> compute) {
        Computed<K, V> known = latest;
        long now = generation.get();
        if (known == null || known.generation() != now || known.key() != key) {
            known = new Computed<>(key, compute.apply(key), now);
            latest = known;
        }
        return known.value();
    }

    /** The latest value of the key, also if it was invalidated since. */
    Optional<V> evenIfInvalid(K key) {
        return Optional.ofNullable(latest).filter(known -> known.key() == key).map(Computed::value);
    }

    void invalidate() {
        generation.incrementAndGet();
    }
}
