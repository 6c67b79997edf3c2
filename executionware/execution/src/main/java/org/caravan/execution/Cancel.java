package org.caravan.execution;

import java.time.Instant;

/**
 * The wish that no further step of a run is begun.
 *
 * @param by who had it, for people
 */
public record Cancel(String by, Instant at) {}
