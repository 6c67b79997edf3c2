package org.caravan.change;

import java.util.List;
import org.caravan.adapter.InstanceId;
import org.caravan.adapter.ObservedState;
import org.caravan.adapter.PeerRoute;
import org.caravan.plan.DeploymentPlan;

/** How copies ought to reach what they require: by the plan, and where a provider chose public addresses, by those. */
public final class PlannedWays {

    private final Wiring wiring;

    /** @param seen says which public addresses there are */
    public PlannedWays(DeploymentPlan plan, ObservedState seen) {
        this.wiring = new Wiring(plan, new Outside(seen));
    }

    /** Sorted; without those to addresses that are not known yet. */
    public List<PeerRoute> of(InstanceId instance) {
        return wiring.routes(instance);
    }
}
