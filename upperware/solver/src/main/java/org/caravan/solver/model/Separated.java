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
public record Separated(int one, int other, Separation.By by) {

    public static List<Separated> pairs(ApplicationModel application, List<Tenant> tenants) {
        List<Separated> pairs = new ArrayList<>();
        for (Separation separation : application.separations()) {
            List<Tenant> replicas = of(tenants, separation.componentId());
            for (Tenant one : replicas) {
                replicas.stream()
                        .filter(other -> one.index() < other.index())
                        .forEach(other -> pairs.add(new Separated(one.index(), other.index(), separation.by())));
            }
        }
        for (Coupling coupling : application.supplement().bonds().couplings()) {
            if (coupling.required() && coupling.kind() == Coupling.Kind.APART) {
                of(tenants, coupling.componentId()).forEach(one -> of(tenants, coupling.otherId()).forEach(other ->
                        pairs.add(new Separated(one.index(), other.index(), coupling.by()))));
            }
        }
        return List.copyOf(pairs);
    }

    private static List<Tenant> of(List<Tenant> tenants, String componentId) {
        return tenants.stream().filter(tenant -> tenant.component().id().equals(componentId)).toList();
    }

    /** Whether the two positions violate the anti-affinity. */
    public boolean broken(Tenant tenant, Seat seat, Seat otherSeat) {
        return switch (by) {
            case SITE -> seat.site() == otherSeat.site();
            case HOST -> seat.index() == otherSeat.index();
            case FORM -> tenant.formRank(seat) == tenant.formRank(otherSeat);
        };
    }
}
