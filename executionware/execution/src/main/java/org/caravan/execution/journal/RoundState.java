package org.caravan.execution.journal;

import java.util.List;
import java.util.Set;
import org.caravan.adapter.CopyId;
import org.caravan.change.CreatedCopy;
import org.caravan.change.EntryState;
import org.caravan.plan.DeploymentPlan;

/**
 * What a round of a run needs from the journal, read at one moment.
 *
 * @param footprint as {@link RunStore#footprint}
 * @param entries as {@link RunStore#entries}
 * @param unconfirmed as {@link RunStore#unconfirmed}
 * @param created copies whose creation was started since all was as planned, and that no step has removed
 * @param unsettled as {@link RunStore#unsettled}
 * @param others targets of all other applications, sorted by name, without unreadable ones
 */
public record RoundState(Set<String> footprint, EntryState entries, Set<CopyId> unconfirmed, Set<CreatedCopy> created,
        List<DeploymentPlan> unsettled, List<DeploymentPlan> others) {

    public RoundState {
        footprint = Set.copyOf(footprint);
        unconfirmed = Set.copyOf(unconfirmed);
        created = Set.copyOf(created);
        unsettled = List.copyOf(unsettled);
        others = List.copyOf(others);
    }
}
