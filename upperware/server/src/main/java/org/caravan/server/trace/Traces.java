package org.caravan.server.trace;

import java.util.Optional;
import java.util.concurrent.ExecutorService;

/** What parts of the server tell of their work. Safe for use by several threads. Where nobody collects traces it does nothing. */
public interface Traces {

    Traces OFF = new Traces() {};

    /** On which side of a call or message the work is. */
    enum Side {
        SERVES,
        ASKS,
        SENDS,
        TAKES,
        WORKS
    }

    /** Whether anybody collects. */
    default boolean on() {
        return false;
    }

    /** What the calling thread does, as the header {@code traceparent} of W3C Trace Context says it; empty if it is part of no trace. */
    default Optional<String> context() {
        return Optional.empty();
    }

    /** Begins a part of what the calling thread does, or a trace if that is part of none. Marks of the log that are set go with it. */
    default Traced begin(Side side, String name) {
        return Traced.NONE;
    }

    /** Begins a part of what another thread, server or client does. @param context that it gave; one that cannot be read, or none, begins a trace */
    default Traced goOn(Side side, String name, Optional<String> context) {
        return Traced.NONE;
    }

    /** The same threads; what they are given to do is part of what the giving thread does. */
    default ExecutorService following(ExecutorService threads) {
        return threads;
    }
}
