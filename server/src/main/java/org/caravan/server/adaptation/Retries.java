package org.caravan.server.adaptation;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import org.caravan.server.Pause;

/** Pauses after failures of a case, each twice as long as the one before, from 15 s to 10 min. Safe for use by several threads. */
public final class Retries {

    private static final Duration FIRST = Duration.ofSeconds(15);
    private static final Duration LONGEST = Duration.ofMinutes(10);

    private final Map<String, Retry> retries = new ConcurrentHashMap<>();
    private final LongSupplier clock;

    private record Retry(Duration length, Pause pause) {}

    public Retries() {
        this(System::nanoTime);
    }

    /** @param clock monotonic clock in ns, such as {@link System#nanoTime} */
    public Retries(LongSupplier clock) {
        this.clock = clock;
    }

    /** @param key of the case */
    public boolean waits(String key) {
        Retry retry = retries.get(key);
        return retry != null && retry.pause().lasts();
    }

    /** Begins the next pause of the case. */
    public void failed(String key) {
        retries.compute(key, (unused, before) -> {
            Duration next = before == null ? FIRST : before.length().multipliedBy(2);
            Duration length = next.compareTo(LONGEST) > 0 ? LONGEST : next;
            Pause pause = new Pause(length, clock);
            pause.begin();
            return new Retry(length, pause);
        });
    }

    public void succeeded(String key) {
        retries.remove(key);
    }

    /** Forgets cases whose reason has gone. */
    public void forget(Predicate<String> keys) {
        retries.keySet().removeIf(keys);
    }

    /** Forgets all cases. */
    public void clear() {
        retries.clear();
    }
}
