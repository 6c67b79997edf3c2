package org.caravan.server.broker;

import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Work of this server, by number, that may be told that nobody wants it any more: the word may come before the work does. Safe for use by several threads. */
public final class CancelledWork {

    private static final int KEPT = 1_000;

    private final Map<Long, Runnable> running = new HashMap<>();
    private final Set<Long> cancelled = Collections.newSetFromMap(new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Long, Boolean> eldest) {
            return size() > KEPT;
        }
    });

    private boolean over;

    public synchronized void cancel(long number) {
        cancelled.add(number);
        Optional.ofNullable(running.get(number)).ifPresent(Runnable::run);
    }

    /** Cancels what runs, and what begins from now on, without a word: another server may do it. */
    public synchronized void end() {
        over = true;
        running.values().forEach(Runnable::run);
    }

    /** @param cancel returns at once; called now if the word has come */
    public synchronized void begins(long number, Runnable cancel) {
        running.put(number, cancel);
        if (over || cancelled.contains(number)) {
            cancel.run();
        }
    }

    public synchronized void ended(long number) {
        running.remove(number);
    }

    /** Whether the word has come. */
    public synchronized boolean has(long number) {
        return cancelled.contains(number);
    }
}
