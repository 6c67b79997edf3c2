package org.caravan.server.planning;

import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.caravan.adaptation.Action;
import org.caravan.application.ApplicationModel;
import org.caravan.application.Component;
import org.caravan.application.Scaling;
import org.caravan.plan.DeploymentPlan;

/**
 * Number of replicas of components that rules of the model scale: plans keep the number of the target, so that a plan made for another
 * reason does not undo what a rule did. The first plan of an application chooses the number by the rate of requests.
 */
final class ScaledReplicas {

    private ScaledReplicas() {}

    /**
     * @param ordered numbers that the order of the plan chooses, by component; within the bounds of the model after this
     * @param all whether all components keep their number, not only those that rules scale
     */
    static ApplicationModel fixed(ApplicationModel model, Optional<DeploymentPlan> target, Map<String, Integer> ordered, boolean all) {
        Set<String> scaled = model.supplement().adaptation().rules().stream().flatMap(rule -> rule.actions().stream())
                .flatMap(action -> action instanceof Action.Scale scale ? Stream.of(scale.componentId()) : Stream.empty())
                .collect(Collectors.toSet());
        return scaled.isEmpty() && !all ? model : model.withComponents(model.components().stream()
                .map(component -> all || scaled.contains(component.id()) ? fixed(component, target, ordered) : component).toList());
    }

    private static Component fixed(Component component, Optional<DeploymentPlan> target, Map<String, Integer> ordered) {
        int running = (int) target.stream().flatMap(plan -> plan.instances().stream())
                .filter(placed -> placed.instance().componentId().equals(component.id())).count();
        int wanted = ordered.getOrDefault(component.id(), running);
        if (component.scaling().isEmpty() || wanted == 0) {
            return component;
        }
        Scaling scaling = component.scaling().get();
        int number = Math.max(component.replicas(), Math.min(scaling.most(), wanted));
        return new Component(component.id(), component.stateful(), number, Optional.of(new Scaling(number, scaling.capacity())),
                component.optional(), component.forms(), component.provides(), component.requires());
    }
}
