package org.caravan.server.planning;

import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.caravan.adapter.InstanceId;
import org.caravan.application.ApplicationModel;
import org.caravan.application.Bandwidth;
import org.caravan.plan.DeploymentPlan;

/**
 * Bandwidth of copies that a person chose at run time: plans keep that of the target, so that a plan made for another reason does not undo
 * it. A choice ends when another model is submitted.
 */
final class ChosenBandwidth {

    private ChosenBandwidth() {}

    /**
     * @param kept copies with a choice that still applies, as {@code web:1}
     * @param ordered bandwidth that the order of the plan chooses, by copy
     */
    static ApplicationModel fixed(ApplicationModel model, Optional<DeploymentPlan> target, Set<String> kept,
            Map<String, Bandwidth> ordered) {
        Map<String, Bandwidth> chosen = new TreeMap<>();
        target.ifPresent(plan -> plan.bandwidth().stream().filter(one -> kept.contains(one.instance().toString()))
                .forEach(one -> chosen.put(one.instance().toString(), new Bandwidth(one.share(), one.min(), one.max()))));
        chosen.putAll(ordered);
        chosen.keySet().removeIf(copy -> model.components().stream().noneMatch(component ->
                component.id().equals(InstanceId.parse(copy).componentId())));
        return chosen.isEmpty() ? model : model.withBonds(model.supplement().bonds().choosing(chosen));
    }
}
