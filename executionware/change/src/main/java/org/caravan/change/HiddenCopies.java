package org.caravan.change;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import org.caravan.adapter.CopyAddress;
import org.caravan.adapter.CopyRestarts;
import org.caravan.adapter.ObservedCopy;
import org.caravan.adapter.ObservedState;
import org.caravan.application.Endpoint;
import org.caravan.plan.DeploymentPlan;
import org.caravan.plan.InstancePlacement;

/**
 * Copies that a host may have although its list does not show them, because the list is older than the creation or the call did its work
 * after it failed. If the plan does not contain such a copy, it is removed like any copy outside the plan.
 */
final class HiddenCopies {

    private HiddenCopies() {}

    /** The state with the hidden copies, as stopped: a copy that may not exist is not asked for its connections before it is removed. */
    static ObservedState presumedIn(ObservedState observed, DeploymentPlan target, ReconcileContext known) {
        List<ObservedCopy> copies = new ArrayList<>(observed.copies());
        for (CreatedCopy created : known.created()) {
            boolean mayHave = observed.observed(created.hostId())
                    && observed.rented(created.hostId()).filter(host -> host.machine().isEmpty()).isEmpty();
            if (mayHave && !listed(observed, created) && placement(target, created).isEmpty()) {
                known.earlier().stream().flatMap(plan -> placement(plan, created).stream()).findFirst()
                        .ifPresent(placement -> copies.add(hidden(created, placement)));
            }
        }
        return copies.size() == observed.copies().size() ? observed
                : new ObservedState(copies, observed.unobserved(), observed.rented(), observed.unclaimed());
    }

    private static boolean listed(ObservedState observed, CreatedCopy created) {
        return observed.copies().stream().anyMatch(copy -> copy.id().equals(created.copy()) && copy.hostId().equals(created.hostId()));
    }

    private static Optional<InstancePlacement> placement(DeploymentPlan plan, CreatedCopy created) {
        return plan.instance(created.copy().instance()).filter(placement -> placement.hostId().equals(created.hostId())
                && placement.copy(plan.application()).equals(created.copy()));
    }

    private static ObservedCopy hidden(CreatedCopy created, InstancePlacement placement) {
        return new ObservedCopy(created.copy(), created.hostId(), ObservedCopy.State.STOPPED, placement.spec().digest(),
                placement.spec().addresses().stream().map(CopyAddress::address).toList(), List.of(), Map.of(),
                new TreeSet<>(placement.spec().endpoints().stream().map(Endpoint::port).toList()), CopyRestarts.NONE, Optional.empty());
    }
}
