package org.caravan.execution.journal;

import java.time.Instant;

/**
 * A request to start no further steps of a run.
 *
 * @param by name of the requester, for display
 */
public record Cancel(String by, Instant at) {}
