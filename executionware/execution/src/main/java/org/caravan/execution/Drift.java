package org.caravan.execution;

import java.util.List;
import org.caravan.change.ChangeSet;

/**
 * How reality differs from the target.
 *
 * @param changes the steps that would mend it
 * @param dataAtRisk what would be lost by them, a sentence for a person each
 */
public record Drift(ChangeSet changes, List<String> dataAtRisk) {

    public Drift {
        dataAtRisk = List.copyOf(dataAtRisk);
    }
}
