package org.caravan.execution;

import java.time.Instant;
import java.util.Optional;

/**
 * A run without its steps, for those who look at many.
 *
 * @param endedAt empty while it is under way
 * @param error why it failed, also where everything was undone
 */
public record RunSummary(long runId, String application, RunState state, Instant startedAt, Optional<Instant> endedAt, Optional<String> error) {}
