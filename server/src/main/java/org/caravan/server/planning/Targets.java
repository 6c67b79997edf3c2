package org.caravan.server.planning;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.caravan.adapter.Inventory;
import org.caravan.plan.DeploymentPlan;
import org.caravan.problem.OtherPlacement;

/** Provides the target plan of each application. */
public interface Targets {

    /** Empty for an application that was never deployed. After the application is destroyed, the target is a plan without instances. */
    Optional<DeploymentPlan> target(String application);

    /** Targets of all applications, without unreadable ones. */
    List<DeploymentPlan> all();

    /** Those of {@link #all} that have instances. */
    default List<DeploymentPlan> deployed() {
        return all().stream().filter(plan -> !plan.instances().isEmpty()).toList();
    }

    /** Those of {@link #all} that are of other applications. */
    default List<DeploymentPlan> ofOthers(String application) {
        return all().stream().filter(plan -> !plan.application().equals(application)).toList();
    }

    /** Applications with an unreadable target, whose resource usage is therefore unknown. */
    default Set<String> unreadable() {
        return Set.of();
    }

    /**
     * Addresses of earlier copies of the application that may still run.
     *
     * @param outOfReach whether a host, given its id, cannot be observed
     */
    default List<OtherPlacement> mayRemain(String application, Predicate<String> outOfReach) {
        return List.of();
    }

    /** What a plan of the application must leave free: placements of others, and addresses of its own copies that may remain. */
    default List<OtherPlacement> taken(String application, Inventory inventory) {
        return Stream.concat(placedByOthers(application).stream(),
                mayRemain(application, hostId -> inventory.host(hostId).isEmpty()).stream()).toList();
    }

    /** Placements that all other applications reserve: those of their targets and, if known, those that an unfinished deployment leaves. */
    default List<OtherPlacement> placedByOthers(String application) {
        return ofOthers(application).stream().flatMap(plan -> plan.asOtherPlacements().stream()).toList();
    }
}
