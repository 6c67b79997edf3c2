package org.caravan.rules;

import java.time.Instant;

/** An action that the server carried out by itself for an application. */
public record PastAction(Instant at, Effort effort) {}
