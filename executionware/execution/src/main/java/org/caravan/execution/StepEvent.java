package org.caravan.execution;

import java.time.Instant;

/** A step has come to another state. */
public record StepEvent(long runId, String application, StepRecord step, Instant at) {}
