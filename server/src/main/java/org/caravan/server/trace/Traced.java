package org.caravan.server.trace;

import java.util.Optional;

/** A span of work, exported when the starting thread closes it. Must not contain texts written by users or programs. */
public interface Traced extends AutoCloseable {

    Traced NONE = new Traced() {};

    /** @param word key of the log context, for example {@code host}; with dots, an attribute of OpenTelemetry's conventions */
    default Traced with(String word, String value) {
        return this;
    }

    default Traced with(String word, long value) {
        return this;
    }

    /**
     * Links another trace to this one; no effect if it is the same trace.
     *
     * @param context as returned by {@link Traces#context}
     */
    default Traced linked(Optional<String> context) {
        return this;
    }

    /** @param kind one word that names the kind of fault, because messages may quote output of scripts */
    default void failed(String kind) {}

    @Override
    default void close() {}
}
