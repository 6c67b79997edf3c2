package org.caravan.server.image;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.caravan.infrastructure.FormKind;
import org.caravan.plan.DeploymentPlan;
import org.caravan.server.data.StoredRows;
import org.caravan.server.model.Models;
import org.caravan.server.organisation.OrganisationScope;
import org.caravan.server.planning.Plans;
import org.caravan.server.planning.Targets;
import org.springframework.stereotype.Component;

/** Uses of images by applications and hosts, from current plans and from plans that wait for approval. */
@Component
class ImageUses {

    private final Targets targets;
    private final Plans plans;
    private final Models models;

    ImageUses(Targets targets, Plans plans, Models models) {
        this.targets = targets;
        this.plans = plans;
        this.models = models;
    }

    /** A use of an image by an application on a host; {@code pending} if only a plan that waits for approval uses it. */
    record Use(String application, String hostId, String image, boolean pending) {}

    List<Use> all() {
        Stream<Use> inForce = targets.all().stream().flatMap(plan -> uses(plan, false));
        return Stream.concat(inForce, StoredRows.readable(models.applications(), application -> Optional.of(pendingOf(application)))
                .stream().flatMap(List::stream)).toList();
    }

    /** Applications whose current plan is unreadable, so the images in use are unknown. */
    Set<String> unknown() {
        return targets.unreadable();
    }

    /** Uses by the application's plan that waits for approval. */
    List<Use> pendingOf(String application) {
        return pending(application).toList();
    }

    /** Names of the applications within the caller's scope that use the image, sorted. */
    List<String> of(String image) {
        Set<String> heard = Set.copyOf(models.applications(OrganisationScope.current()));
        return List.copyOf(all().stream().filter(use -> use.image().equals(image)).map(Use::application).filter(heard::contains)
                .collect(Collectors.toCollection(TreeSet::new)));
    }

    private Stream<Use> pending(String application) {
        return plans.pendingPlanId(application).map(id -> plans.plan(application, id)).stream().flatMap(plan -> uses(plan, true));
    }

    private static Stream<Use> uses(DeploymentPlan plan, boolean pending) {
        // The image of a virtual machine comes from its provider.
        return plan.instances().stream().filter(placed -> placed.spec().form() != FormKind.VM)
                .map(placed -> new Use(plan.application(), placed.hostId(), placed.spec().image(), pending));
    }
}
