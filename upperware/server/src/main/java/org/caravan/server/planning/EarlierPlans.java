package org.caravan.server.planning;

import java.util.Optional;
import org.caravan.plan.DeploymentPlan;

/** Makes the plan by which an application goes back. */
public interface EarlierPlans {

    /**
     * A successor of the target that asks for what an earlier target asked for.
     *
     * @param reference id of that target, its beginning, or its generation; empty for the one before
     */
    DeploymentPlan backTo(String application, Optional<String> reference);
}
