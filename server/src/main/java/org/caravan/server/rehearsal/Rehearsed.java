package org.caravan.server.rehearsal;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import org.caravan.server.rehearsal.RehearsedDecisions.Decision;

/**
 * Result of a rehearsal.
 *
 * @param decisions in order of time
 * @param dropped number of earlier decisions that were dropped, because there were too many
 * @param violatedMinutes minutes in which each promise was violated
 * @param moves copies that ran well and changed their host
 * @param starts copies that were created
 * @param stops copies that were removed
 * @param cents cost in the period, in euro cents
 * @param plannings number of searches for a plan
 * @param replicas numbers of copies by component whenever they change
 */
record Rehearsed(List<Decision> decisions, long dropped, SortedMap<String, Integer> violatedMinutes, int moves, int starts, int stops,
        double cents, int plannings, List<Replicas> replicas) {

    Rehearsed {
        decisions = List.copyOf(decisions);
        replicas = List.copyOf(replicas);
    }

    /** @param byComponent number of copies */
    record Replicas(Instant since, Map<String, Integer> byComponent) {}
}
