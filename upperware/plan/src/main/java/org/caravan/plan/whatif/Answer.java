package org.caravan.plan.whatif;

import java.util.List;

/**
 * Columns side by side.
 *
 * @param always what is supposed in all columns
 * @param rows every request with every group of users that sends it
 */
public record Answer(List<String> always, List<Row> rows, List<Outcome> outcomes) {

    public Answer {
        always = List.copyOf(always);
        rows = List.copyOf(rows);
        outcomes = List.copyOf(outcomes);
    }

    /** @param label the request, and whose where there are several groups of users */
    public record Row(String requestId, String usersId, String label) {}
}
