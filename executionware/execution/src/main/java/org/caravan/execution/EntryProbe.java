package org.caravan.execution;

import java.util.Optional;
import org.caravan.adapter.AdapterFault;
import org.caravan.adapter.CopyId;
import org.caravan.application.Endpoint;
import org.caravan.infrastructure.Host;
import org.caravan.plan.DeploymentPlan;
import org.caravan.plan.EntryPlacement;
import org.caravan.plan.InstancePlacement;

/** Asks whether the copy behind an entry is ready, as the model says when that is. Safe for use by several threads. */
@FunctionalInterface
public interface EntryProbe {

    /** What was found out. UNKNOWN: nobody could be asked, or the copy is just being replaced. */
    enum Answer {
        READY,
        NOT_READY,
        UNKNOWN
    }

    /** @param generation of the plan by which users are told the entry */
    Answer ask(String application, long generation, EntryPlacement entry);

    /** By the adapter of the copy's host. */
    static EntryProbe of(Fleet fleet, RunStore store) {
        return (application, generation, entry) -> {
            Optional<DeploymentPlan> target = store.target(application).map(Target::plan);
            // One placed anew since is not yet what users are sent to.
            return target.flatMap(plan -> plan.instance(entry.to()))
                    .filter(placement -> placement.generation() <= generation && fleet.has(placement.hostId()))
                    .map(placement -> answer(fleet, placement, placement.copy(application), entry))
                    .orElse(Answer.UNKNOWN);
        };
    }

    private static Answer answer(Fleet fleet, InstancePlacement placement, CopyId copy, EntryPlacement entry) {
        try {
            Host host = fleet.host(placement.hostId());
            for (Endpoint endpoint : placement.spec().endpoints()) {
                if (endpoint.name().equals(entry.endpointName())) {
                    return fleet.adapter(host).whyNotReady(host, copy, endpoint).isEmpty() ? Answer.READY : Answer.NOT_READY;
                }
            }
        } catch (AdapterFault | HopelessStep unasked) {
            return Answer.UNKNOWN;
        }
        return Answer.UNKNOWN;
    }
}
