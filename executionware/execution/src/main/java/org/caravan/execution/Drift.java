package org.caravan.execution;

import java.util.List;
import org.caravan.adapter.UnobservedHost;
import org.caravan.change.ChangeSet;

/**
 * How reality differs from the target.
 *
 * @param changes the steps that would mend it
 * @param dataAtRisk what would be lost by them, a sentence for a person each
 * @param unobserved hosts of which nothing is known, among those that have or may have copies of the application
 */
public record Drift(ChangeSet changes, List<String> dataAtRisk, List<UnobservedHost> unobserved) {

    public Drift {
        dataAtRisk = List.copyOf(dataAtRisk);
        unobserved = List.copyOf(unobserved);
    }
}
