package org.caravan.server.broker;

import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Cancellation of this server's tasks by number. A cancellation may arrive before its task starts. Thread-safe. */
public final class CancelledIds {

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

    /** Cancels running and future tasks without recording it, because another server may execute them. */
    public synchronized void end() {
        over = true;
        running.values().forEach(Runnable::run);
    }

    /** @param cancel must return immediately; called now if the task is already cancelled */
    public synchronized void begins(long number, Runnable cancel) {
        running.put(number, cancel);
        if (over || cancelled.contains(number)) {
            cancel.run();
        }
    }

    public synchronized void ended(long number) {
        running.remove(number);
    }

    /** Whether a cancellation arrived. */
    public synchronized boolean has(long number) {
        return cancelled.contains(number);
    }
}
