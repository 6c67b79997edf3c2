package org.caravan.server.trace;

import java.util.Optional;
import java.util.concurrent.ExecutorService;

/** Creates trace spans. Thread-safe. If tracing is disabled, all methods have no effect. */
public interface Traces {

    Traces OFF = new Traces() {};

    /** Span kind of OpenTelemetry: server, client, producer, consumer or internal. */
    enum Side {
        SERVES,
        ASKS,
        SENDS,
        TAKES,
        WORKS
    }

    /** Whether tracing is enabled. */
    default boolean on() {
        return false;
    }

    /** Trace context of the calling thread, as the header {@code traceparent} of W3C Trace Context; empty if there is no current trace. */
    default Optional<String> context() {
        return Optional.empty();
    }

    /** Starts a child span of the calling thread's span, or a new trace if there is none. Log context values become attributes. */
    default Traced begin(Side side, String name) {
        return Traced.NONE;
    }

    /**
     * Starts a child span of work in another thread, server or client.
     *
     * @param context context of the parent; an unreadable or absent one starts a new trace
     */
    default Traced goOn(Side side, String name, Optional<String> context) {
        return Traced.NONE;
    }

    /** Wraps the executor, so that its tasks continue the trace of the submitting thread. */
    default ExecutorService following(ExecutorService threads) {
        return threads;
    }
}
