package org.caravan.execution.journal;

import java.util.List;
import java.util.Set;
import org.caravan.adapter.CopyId;
import org.caravan.change.EntryState;
import org.caravan.plan.DeploymentPlan;

/**
 * What a round of a run needs from the journal, read at one moment.
 *
 * @param footprint as {@link RunStore#footprint}
 * @param entries as {@link RunStore#entries}
 * @param unconfirmed as {@link RunStore#unconfirmed}
 * @param unsettled as {@link RunStore#unsettled}
 * @param others targets of all other applications, sorted by name, without unreadable ones
 */
public record RoundState(Set<String> footprint, EntryState entries, Set<CopyId> unconfirmed, List<DeploymentPlan> unsettled,
        List<DeploymentPlan> others) {

    public RoundState {
        footprint = Set.copyOf(footprint);
        unconfirmed = Set.copyOf(unconfirmed);
        unsettled = List.copyOf(unsettled);
        others = List.copyOf(others);
    }
}
