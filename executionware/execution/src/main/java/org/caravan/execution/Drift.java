package org.caravan.execution;

import java.util.List;
import org.caravan.adapter.UnobservedHost;
import org.caravan.change.ChangeSet;

/**
 * Differences between the running state and the target.
 *
 * @param changes steps that would repair them
 * @param dataAtRisk one sentence per data loss that these steps would cause
 * @param unobserved unobserved hosts that have or may have copies of the application
 */
public record Drift(ChangeSet changes, List<String> dataAtRisk, List<UnobservedHost> unobserved) {

    public Drift {
        dataAtRisk = List.copyOf(dataAtRisk);
        unobserved = List.copyOf(unobserved);
    }
}
