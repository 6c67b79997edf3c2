package org.caravan.change;

import java.util.List;
import org.caravan.adapter.InstanceId;
import org.caravan.adapter.ObservedState;
import org.caravan.adapter.PeerRoute;
import org.caravan.plan.DeploymentPlan;

/** Planned routes of copies, with public addresses where a provider allocated them. */
public final class PlannedRoutes {

    private final RouteSteps wiring;

    /** @param seen observed state, which contains the public addresses */
    public PlannedRoutes(DeploymentPlan plan, ObservedState seen) {
        this.wiring = new RouteSteps(plan, new PublicAddresses(seen));
    }

    /** Sorted routes; routes to addresses that are not known yet are omitted. */
    public List<PeerRoute> of(InstanceId instance) {
        return wiring.routes(instance);
    }
}
