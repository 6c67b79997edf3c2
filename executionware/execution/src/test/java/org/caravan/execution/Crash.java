package org.caravan.execution;

/** Stands for the end of the process. */
final class Crash extends Error {

    private static final long serialVersionUID = 1L;

    Crash() {
        super("crash", null, false, false);
    }
}
