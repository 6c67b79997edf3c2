package org.caravan.probe.lookout;

import java.util.List;
import java.util.Optional;

/**
 * What one visit to a lookout brought.
 *
 * @param receipt to be handed over at the next visit, once {@code results} are safe: the lookout gives them up then
 * @param waiting results there, those of this visit among them
 * @param dropped results given up by the lookout since the last receipt, the oldest, because more waited than may
 * @param clock of the machine, as this visit found it
 * @param gone whether nothing is left of it there; then all else is empty
 */
public record Visit(Optional<Receipt> receipt, int waiting, long dropped, List<Collected> results, Optional<SiteClock> clock, boolean gone) {

    static final Visit NOTHING_LEFT = new Visit(Optional.empty(), 0, 0, List.of(), Optional.empty(), true);

    /**
     * What was taken over.
     *
     * @param spoolId of a spool that was made new, because its machine lost it, numbers begin anew
     * @param upTo number of the last result
     */
    public record Receipt(String spoolId, long upTo) {}

    public Visit {
        results = List.copyOf(results);
    }

    /** Whether more results wait than were fetched. */
    public boolean more() {
        return waiting > results.size() && !results.isEmpty();
    }
}
