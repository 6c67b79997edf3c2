package org.caravan.change;

import java.util.List;
import org.caravan.adapter.InstanceId;
import org.caravan.adapter.ObservedState;
import org.caravan.adapter.PeerRoute;
import org.caravan.plan.DeploymentPlan;

/** Planned routes of copies, with public addresses where a provider allocated them. */
public final class PlannedWays {

    private final Wiring wiring;

    /** @param seen observed state, which contains the public addresses */
    public PlannedWays(DeploymentPlan plan, ObservedState seen) {
        this.wiring = new Wiring(plan, new Outside(seen));
    }

    /** Sorted routes; routes to addresses that are not known yet are omitted. */
    public List<PeerRoute> of(InstanceId instance) {
        return wiring.routes(instance);
    }
}
