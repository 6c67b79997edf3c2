package org.caravan.server.planning;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.caravan.plan.DeploymentPlan;
import org.caravan.problem.OtherPlacement;

/** Tells which plan each application is to follow now. */
public interface Targets {

    /** Empty for an application that was never deployed; a plan without instances once it was destroyed. */
    Optional<DeploymentPlan> target(String application);

    /** Targets of all applications, without those that cannot be read. */
    List<DeploymentPlan> all();

    /** Applications whose target cannot be read: what they use is not known. */
    default Set<String> unreadable() {
        return Set.of();
    }

    /** What all applications but this one have placed by their plans. */
    default List<OtherPlacement> placedByOthers(String application) {
        return all().stream().filter(plan -> !plan.application().equals(application)).flatMap(plan -> plan.asOtherPlacements().stream()).toList();
    }
}
