package org.caravan.server.application;

import java.util.List;
import org.caravan.diagnostic.DidYouMean;
import org.caravan.plan.InstancePlacement;
import org.caravan.server.planning.Targets;
import org.caravan.server.rest.ProblemException;
import org.springframework.stereotype.Component;

/** Looks up instances in the targets (the plans in force). */
@Component
class PlacedInstances {

    private final Targets targets;

    PlacedInstances(Targets targets) {
        this.targets = targets;
    }

    /** @throws ProblemException with code unknown-instance */
    InstancePlacement required(String application, String instance) {
        var instances = targets.target(application).map(plan -> plan.instances()).orElse(List.of());
        return instances.stream().filter(candidate -> candidate.instance().toString().equals(instance)).findAny()
                .orElseThrow(() -> ProblemException.notFound("unknown-instance", "The application (" + application + ") has no instance ("
                        + instance + ").",
                        instances.isEmpty() ? "deploy it first." : "use one of "
                                + DidYouMean.of(instance, instances.stream().map(candidate -> candidate.instance().toString()).toList())
                                + "."));
    }
}
