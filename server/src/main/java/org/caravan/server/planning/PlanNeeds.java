package org.caravan.server.planning;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.caravan.adapter.AdapterFault;
import org.caravan.api.plan.PlanView;
import org.caravan.api.plan.RemarkView;
import org.caravan.application.Routers;
import org.caravan.application.SecretUse;
import org.caravan.diagnostic.Diagnostic;
import org.caravan.execution.fleet.HostRegistry;
import org.caravan.execution.fleet.SecretSource;
import org.caravan.plan.DeploymentPlan;
import org.caravan.plan.InstancePlacement;
import org.caravan.plan.lint.Remark;
import org.caravan.server.rest.ProblemException;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Component;

/**
 * Checks for missing prerequisites of a plan: images for the architectures of its hosts, the router image, and secrets. Evaluated whenever
 * a plan is shown or approved, because the result changes without a new plan. No host is contacted.
 */
@Component
public class PlanNeeds {

    private final HostRegistry fleet;
    private final SecretSource secrets;
    private final Targets targets;

    PlanNeeds(HostRegistry fleet, SecretSource secrets, Targets targets) {
        this.fleet = fleet;
        this.secrets = secrets;
        this.targets = targets;
    }

    /** One remark per missing image or secret, sorted. Skips images of instances that the target already has on the same host. */
    List<Remark> missing(DeploymentPlan plan) {
        List<InstancePlacement> before = targets.target(plan.application()).map(DeploymentPlan::instances).orElse(List.of());
        return Stream.concat(images(plan.instances().stream().filter(placed -> placed.spec().scripts().isEmpty()
                && before.stream().noneMatch(old -> same(old, placed))).toList()),
                secretsNotSet(plan)).sorted().toList();
    }

    private static boolean same(InstancePlacement old, InstancePlacement placed) {
        return old.instance().equals(placed.instance()) && old.hostId().equals(placed.hostId())
                && old.spec().image().equals(placed.spec().image());
    }

    private Stream<Remark> images(List<InstancePlacement> placements) {
        Map<String, Remark> found = new LinkedHashMap<>();
        for (InstancePlacement placed : placements) {
            String image = placed.spec().image();
            fleet.whyNoImage(placed.hostId(), image).ifPresent(fault ->
                    found.putIfAbsent(fault.getMessage(), remark(placed, image, fault)));
        }
        return found.values().stream();
    }

    private static Remark remark(InstancePlacement placed, String image, AdapterFault fault) {
        String way = fault.wayOut().orElse("import it: caravan image import FILE --name " + image + ".");
        boolean missing = fault.kind() == AdapterFault.Kind.FAILED;
        return new Remark(Remark.Severity.ERROR, missing ? "image-missing" : "image-unfit",
                placed.instance() + " on " + placed.hostId() + " cannot be started: " + fault.sentence(),
                missing && image.equals(Routers.IMAGE)
                        ? "build it: executionware/images/image-build executionware/images/router/router.toml --output images; then: "
                        + "caravan image push images " + image + "." : way);
    }

    private Stream<Remark> secretsNotSet(DeploymentPlan plan) {
        SecretSource.OfApplication known = secrets.of(plan.application());
        return plan.instances().stream().flatMap(placed -> placed.spec().secrets().stream()).map(SecretUse::secretName).distinct()
                .filter(name -> known.version(name).isEmpty()).map(name -> new Remark(Remark.Severity.ERROR, "secret-not-set",
                        "The plan of " + plan.application() + " needs secret " + name + ", which is not set.",
                        "set it: caravan secret set " + name + ", its value on standard input."));
    }

    /** @throws ProblemException with the first missing prerequisite as message and all of them as diagnostics */
    public void refuseMissing(DeploymentPlan plan) {
        List<Remark> missing = missing(plan);
        if (!missing.isEmpty()) {
            Remark first = missing.get(0);
            throw new ProblemException(HttpStatus.CONFLICT, first.code(), first.message(), first.suggestion(),
                    missing.stream().map(one -> Diagnostic.error(one.code(), one.message(), one.suggestion())).toList());
        }
    }

    /** The answer, with currently missing prerequisites before the remarks from planning. */
    PlanView on(PlanView answer, Optional<DeploymentPlan> plan) {
        List<Remark> missing = plan.map(this::missing).orElse(List.of());
        if (missing.isEmpty()) {
            return answer;
        }
        List<RemarkView> all = new ArrayList<>(PlanViews.of(missing));
        all.addAll(answer.remarks());
        return answer.remarking(all);
    }
}
