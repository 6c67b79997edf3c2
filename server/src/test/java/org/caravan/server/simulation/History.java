package org.caravan.server.simulation;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A finished history.
 *
 * @param violation the first violated invariant, or an exception that nobody expected; empty if all hold
 * @param digest of the whole trace
 * @param elapsed virtual time until its end, or until the violation
 * @param checks number of evaluated invariants
 * @param acted numbers of deployments by the names of the rules that approved their plans
 */
record History(long seed, List<Fault> faults, Optional<String> violation, String digest, List<String> story, Duration elapsed,
        long checks, int deployments, int decisions, Map<String, Integer> acted) {}
