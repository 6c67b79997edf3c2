package org.caravan.server.adaptation.model;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.function.BooleanSupplier;

/**
 * Shares an executor fairly between applications: of each application, at most one part of its work waits or runs at a time, so that an
 * application with many or slow parts delays another by one part. Thread-safe.
 */
final class ApplicationTurns {

    private final Executor work;
    /** Work by application; an application is in it as long as the executor has a turn of it. */
    private final Map<String, Deque<BooleanSupplier>> waiting = new HashMap<>();

    /** @param work in the order in which it is given */
    ApplicationTurns(Executor work) {
        this.work = work;
    }

    /** @param part does one part and returns whether there is more; parts of several pieces of work of an application alternate */
    void add(String application, BooleanSupplier part) {
        boolean first;
        synchronized (waiting) {
            first = !waiting.containsKey(application);
            waiting.computeIfAbsent(application, unused -> new ArrayDeque<>()).add(part);
        }
        if (first) {
            work.execute(() -> turn(application));
        }
    }

    private void turn(String application) {
        BooleanSupplier part;
        synchronized (waiting) {
            part = waiting.get(application).remove();
        }
        boolean more = false;
        try {
            more = part.getAsBoolean();
        } finally {
            if (again(application, part, more)) {
                work.execute(() -> turn(application));
            }
        }
    }

    private boolean again(String application, BooleanSupplier part, boolean more) {
        synchronized (waiting) {
            Deque<BooleanSupplier> parts = waiting.get(application);
            if (more) {
                parts.add(part);
            }
            if (parts.isEmpty()) {
                waiting.remove(application);
                return false;
            }
            return true;
        }
    }
}
