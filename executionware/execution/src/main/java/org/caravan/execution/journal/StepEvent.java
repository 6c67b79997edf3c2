package org.caravan.execution.journal;

import java.time.Instant;

/** A state change of a step. */
public record StepEvent(long runId, String application, StepRecord step, Instant at) {}
