package org.caravan.adapter.rented;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/** Cache of provider answers with an expiry time. Failures are not cached. */
final class Memoized<K, V> {

    private record Answer<V>(V value, long atNanos) {}

    private final Duration validity;
    private final Map<K, Answer<V>> answers = new ConcurrentHashMap<>();

    Memoized(Duration validity) {
        this.validity = validity;
    }

    V get(K question, Function<K, V> ask) {
        Answer<V> known = answers.get(question);
        if (known == null || System.nanoTime() - known.atNanos() > validity.toNanos()) {
            known = new Answer<>(ask.apply(question), System.nanoTime());
            answers.put(question, known);
        }
        return known.value();
    }
}
