package org.caravan.rules;

import java.time.Instant;
import java.util.Optional;

/**
 * A limit that keeps the server from an action.
 *
 * @param name {@code freeze}, {@code cool-down}, {@code moves-per-hour}, {@code flap-budget}, {@code minimum-replicas},
 *     {@code unavailable-at-once}, {@code minimum-gain}, {@code maintenance-window}, {@code budget},
 *     {@code least-saving}, {@code promise-kept}, {@code latency-unknown},
 *     {@code path-pause}, {@code follow-pause}, {@code least-gain}, {@code stateful}, or the name of a fault on our side
 * @param text one sentence
 * @param until earliest time at which the limit may allow the action; empty if this depends on a person or on another plan
 */
public record Limit(String name, String text, Optional<Instant> until) {}
