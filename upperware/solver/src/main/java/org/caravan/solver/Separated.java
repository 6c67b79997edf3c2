package org.caravan.solver;

import java.util.ArrayList;
import java.util.List;
import org.caravan.application.Separation;

/**
 * Two replicas of one component that must differ in something.
 *
 * @param one index of a tenant
 * @param other index of another one, of the same component
 */
record Separated(int one, int other, Separation.By by) {

    static List<Separated> pairs(List<Separation> separations, List<Tenant> tenants) {
        List<Separated> pairs = new ArrayList<>();
        for (Separation separation : separations) {
            List<Tenant> replicas = tenants.stream()
                    .filter(tenant -> tenant.component().id().equals(separation.componentId()))
                    .toList();
            for (Tenant one : replicas) {
                replicas.stream()
                        .filter(other -> one.index() < other.index())
                        .forEach(other -> pairs.add(new Separated(one.index(), other.index(), separation.by())));
            }
        }
        return List.copyOf(pairs);
    }

    /** Whether the two do not differ where they sit. */
    boolean broken(Tenant tenant, Seat seat, Seat otherSeat) {
        return switch (by) {
            case SITE -> seat.site() == otherSeat.site();
            case HOST -> seat.index() == otherSeat.index();
            case FORM -> tenant.formRank(seat) == tenant.formRank(otherSeat);
        };
    }
}
