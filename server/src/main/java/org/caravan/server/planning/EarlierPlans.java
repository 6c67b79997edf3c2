package org.caravan.server.planning;

import java.util.Optional;
import org.caravan.plan.DeploymentPlan;

/** Creates rollback plans. */
public interface EarlierPlans {

    /**
     * Creates a successor of the current target with the placement of an earlier target.
     *
     * @param reference id, id prefix or generation of the earlier target; empty for the previous one
     */
    DeploymentPlan backTo(String application, Optional<String> reference);

    /** Id of the earlier target to which {@link #backTo} returns. */
    String earlierId(String application, Optional<String> reference);
}
