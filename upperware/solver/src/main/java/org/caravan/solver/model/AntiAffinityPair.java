package org.caravan.solver.model;

import java.util.ArrayList;
import java.util.List;
import org.caravan.application.ApplicationModel;
import org.caravan.application.Coupling;
import org.caravan.application.Separation;

/**
 * Anti-affinity between two instances.
 *
 * @param one index of an instance
 * @param other index of another instance: a replica of the same component, or of a component that must be apart
 */
public record AntiAffinityPair(int one, int other, Separation.By by) {

    public static List<AntiAffinityPair> pairs(ApplicationModel application, List<PlacedInstance> instances) {
        List<AntiAffinityPair> pairs = new ArrayList<>();
        for (Separation separation : application.separations()) {
            List<PlacedInstance> replicas = of(instances, separation.componentId());
            for (PlacedInstance one : replicas) {
                replicas.stream()
                        .filter(other -> one.index() < other.index())
                        .forEach(other -> pairs.add(new AntiAffinityPair(one.index(), other.index(), separation.by())));
            }
        }
        for (Coupling coupling : application.supplement().bonds().couplings()) {
            if (coupling.required() && coupling.kind() == Coupling.Kind.APART) {
                of(instances, coupling.componentId()).forEach(one -> of(instances, coupling.otherId()).forEach(other ->
                        pairs.add(new AntiAffinityPair(one.index(), other.index(), coupling.by()))));
            }
        }
        return List.copyOf(pairs);
    }

    private static List<PlacedInstance> of(List<PlacedInstance> instances, String componentId) {
        return instances.stream().filter(instance -> instance.component().id().equals(componentId)).toList();
    }

    /** Whether the two positions violate the anti-affinity. */
    public boolean broken(PlacedInstance instance, Position position, Position otherPosition) {
        return switch (by) {
            case SITE -> position.site() == otherPosition.site();
            case HOST -> position.index() == otherPosition.index();
            case FORM -> instance.formRank(position) == instance.formRank(otherPosition);
        };
    }
}
