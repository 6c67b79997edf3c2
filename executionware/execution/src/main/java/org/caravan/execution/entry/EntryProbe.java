package org.caravan.execution.entry;

import java.util.Optional;
import org.caravan.adapter.AdapterFault;
import org.caravan.adapter.CopyId;
import org.caravan.application.Endpoint;
import org.caravan.execution.fleet.HostRegistry;
import org.caravan.execution.fleet.PermanentFailure;
import org.caravan.execution.journal.RunStore;
import org.caravan.execution.journal.Target;
import org.caravan.infrastructure.Host;
import org.caravan.plan.DeploymentPlan;
import org.caravan.plan.EntryPlacement;
import org.caravan.plan.InstancePlacement;

/** Checks whether the copy behind an entry is ready, as defined in the model. Thread-safe. */
@FunctionalInterface
public interface EntryProbe {

    /** Result of a check. UNKNOWN: the check was impossible, or the copy is being replaced. */
    enum Answer {
        READY,
        NOT_READY,
        UNKNOWN
    }

    /** @param generation generation of the plan that published the entry */
    Answer ask(String application, long generation, EntryPlacement entry);

    /** Checks through the adapter of the copy's host. */
    static EntryProbe of(HostRegistry fleet, RunStore store) {
        return (application, generation, entry) -> {
            Optional<DeploymentPlan> target = store.target(application).map(Target::plan);
            // Users are not yet sent to a copy of a newer generation.
            return target.flatMap(plan -> plan.instance(entry.to()))
                    .filter(placement -> placement.generation() <= generation && fleet.has(placement.hostId()))
                    .map(placement -> answer(fleet, placement, placement.copy(application), entry))
                    .orElse(Answer.UNKNOWN);
        };
    }

    private static Answer answer(HostRegistry fleet, InstancePlacement placement, CopyId copy, EntryPlacement entry) {
        try {
            Host host = fleet.host(placement.hostId());
            for (Endpoint endpoint : placement.spec().endpoints()) {
                if (endpoint.name().equals(entry.endpointName())) {
                    return fleet.adapter(host).whyNotReady(host, copy, endpoint).isEmpty() ? Answer.READY : Answer.NOT_READY;
                }
            }
        } catch (AdapterFault | PermanentFailure unasked) {
            return Answer.UNKNOWN;
        }
        return Answer.UNKNOWN;
    }
}
