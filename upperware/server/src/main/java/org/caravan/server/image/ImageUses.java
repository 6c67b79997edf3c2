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
import org.caravan.server.organisation.Reach;
import org.caravan.server.planning.Plans;
import org.caravan.server.planning.Targets;
import org.springframework.stereotype.Component;

/** Which applications use which images, and where: by the plans in force and those that wait for approval. */
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

    /** A use of an image: by an application, on a host; {@code pending} if only a plan that waits for approval says so. */
    record Use(String application, String hostId, String image, boolean pending) {}

    List<Use> all() {
        Stream<Use> inForce = targets.all().stream().flatMap(plan -> uses(plan, false));
        return Stream.concat(inForce, StoredRows.readable(models.applications(), application -> Optional.of(pendingOf(application))).stream().flatMap(List::stream)).toList();
    }

    /** Applications whose plan in force cannot be read: which images they use is not known. */
    Set<String> unknown() {
        return targets.unreadable();
    }

    /** Those that the application's plan which waits for approval says. */
    List<Use> pendingOf(String application) {
        return pending(application).toList();
    }

    /** Names of the applications that use the image, of those that who asks hears of, sorted. */
    List<String> of(String image) {
        Set<String> heard = Set.copyOf(models.applications(Reach.current()));
        return List.copyOf(all().stream().filter(use -> use.image().equals(image)).map(Use::application).filter(heard::contains)
                .collect(Collectors.toCollection(TreeSet::new)));
    }

    private Stream<Use> pending(String application) {
        return plans.pendingPlanId(application).map(id -> plans.plan(application, id)).stream().flatMap(plan -> uses(plan, true));
    }

    private static Stream<Use> uses(DeploymentPlan plan, boolean pending) {
        // The image of a virtual machine is its provider's.
        return plan.instances().stream().filter(placed -> placed.spec().form() != FormKind.VM).map(placed -> new Use(plan.application(), placed.hostId(), placed.spec().image(), pending));
    }
}
