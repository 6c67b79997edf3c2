package org.caravan.server.trace;

import java.util.Optional;

/** A piece of work that whoever collects traces is told of when it is closed, by the thread that began it. Never holds a text that people or programs wrote. */
public interface Traced extends AutoCloseable {

    Traced NONE = new Traced() {};

    /** @param word as marks of the log call it, {@code host}; or, with dots in it, as OpenTelemetry's conventions do */
    default Traced with(String word, String value) {
        return this;
    }

    default Traced with(String word, long value) {
        return this;
    }

    /** Another trace that belongs to this one; nothing if it is the same. @param context as {@link Traces#context} gave it */
    default Traced linked(Optional<String> context) {
        return this;
    }

    /** @param kind of the fault, one word: messages may quote what scripts wrote */
    default void failed(String kind) {}

    @Override
    default void close() {}
}
