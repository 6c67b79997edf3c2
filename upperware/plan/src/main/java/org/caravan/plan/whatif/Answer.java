package org.caravan.plan.whatif;

import java.util.List;

/**
 * Answer to a what-if question: outcomes as columns.
 *
 * @param always assumptions of all columns
 * @param rows every request with every group of users that sends it
 */
public record Answer(List<String> always, List<Row> rows, List<Outcome> outcomes) {

    public Answer {
        always = List.copyOf(always);
        rows = List.copyOf(rows);
        outcomes = List.copyOf(outcomes);
    }

    /** @param label the request, with its users if there are several groups */
    public record Row(String requestId, String usersId, String label) {}
}
