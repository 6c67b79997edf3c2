package org.caravan.execution.sql;

import java.util.concurrent.Callable;

/** Database work and its result; guarded by the database's lock until it is done. */
final class PendingTransaction<T> {

    private final Callable<T> work;
    private T result;
    private Throwable failure;
    private boolean done;

    PendingTransaction(Callable<T> work) {
        this.work = work;
    }

    void carryOut() throws Exception {
        result = work.call();
    }

    void committed() {
        done = true;
    }

    void failed(Throwable cause) {
        failure = cause;
        done = true;
    }

    boolean isDone() {
        return done;
    }

    T outcome() {
        if (failure instanceof RuntimeException unchecked) {
            throw unchecked;
        }
        if (failure instanceof Error error) {
            throw error;
        }
        if (failure != null) {
            throw new IllegalStateException("only SQL and unchecked exceptions come from here", failure);
        }
        return result;
    }
}
