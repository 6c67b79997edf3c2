package org.caravan.probe.agent;

import java.util.List;
import java.util.Optional;

/**
 * Result of one visit to a probe agent.
 *
 * @param receipt to be passed to the next visit after {@code results} are stored; the agent then deletes them
 * @param waiting number of results in the spool, including those of this visit
 * @param dropped number of oldest results that the agent has dropped since the last receipt, because its spool was full
 * @param clock clock of the machine, as measured by this visit
 * @param gone whether the agent is removed from the machine; all other components are empty then
 */
public record AgentSync(Optional<Receipt> receipt, int waiting, long dropped, List<AgentResult> results, Optional<SiteClock> clock,
        boolean gone) {

    static final AgentSync NOTHING_LEFT = new AgentSync(Optional.empty(), 0, 0, List.of(), Optional.empty(), true);

    /**
     * Acknowledgement of fetched results.
     *
     * @param spoolId id of the spool; a machine that lost its spool creates one with a new id, whose numbers start over
     * @param upTo number of the last result
     */
    public record Receipt(String spoolId, long upTo) {}

    public AgentSync {
        results = List.copyOf(results);
    }

    /** Whether the spool has more results than this visit fetched. */
    public boolean more() {
        return waiting > results.size() && !results.isEmpty();
    }
}
