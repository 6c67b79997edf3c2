package org.caravan.server.planning;

import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.caravan.adapter.InstanceId;
import org.caravan.application.ApplicationModel;
import org.caravan.application.Bandwidth;
import org.caravan.plan.DeploymentPlan;

/**
 * Bandwidth of copies that a person chose at run time: plans keep that of the target, so that a plan made for another reason does not undo
 * it. A copy that uses no uplink has none in the target; it keeps what was chosen, for the time when it uses one again. A choice ends when
 * another model is submitted.
 */
final class ChosenBandwidth {

    private ChosenBandwidth() {}

    /**
     * @param kept choices that still apply, by copy ({@code web:1}); empty amounts if they are unknown
     * @param ordered bandwidth that the order of the plan chooses, by copy
     */
    static ApplicationModel fixed(ApplicationModel model, Optional<DeploymentPlan> target, Map<String, Optional<Bandwidth>> kept,
            Map<String, Bandwidth> ordered) {
        Map<String, Bandwidth> chosen = new TreeMap<>();
        kept.forEach((copy, amounts) -> amounts.ifPresent(known -> chosen.put(copy, known)));
        target.ifPresent(plan -> plan.bandwidth().stream().filter(one -> kept.containsKey(one.instance().toString()))
                .forEach(one -> chosen.put(one.instance().toString(), new Bandwidth(one.share(), one.min(), one.max()))));
        chosen.putAll(ordered);
        chosen.keySet().removeIf(copy -> model.components().stream().noneMatch(component ->
                component.id().equals(InstanceId.parse(copy).componentId())));
        return chosen.isEmpty() ? model : model.withBonds(model.supplement().bonds().choosing(chosen));
    }
}
