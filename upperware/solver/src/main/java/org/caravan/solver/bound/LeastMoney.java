package org.caravan.solver.bound;

import java.util.Arrays;
import java.util.function.ToDoubleBiFunction;
import org.caravan.solver.model.PlacementTables;
import org.caravan.solver.model.Seat;
import org.caravan.solver.model.Tenant;

/**
 * Lower bound on the cost of any placement in cents per month. It is the maximum of two bounds: the largest price over all instances of
 * their cheapest host; and, for each capacity, the sum over all instances of their cheapest share of a host. The second is valid because
 * the shares on one host never exceed its price.
 */
public final class LeastMoney {

    private final PlacementTables tables;

    private LeastMoney(PlacementTables tables) {
        this.tables = tables;
    }

    /** Whether it is proved that no placement respects the cost limit; false proves nothing. */
    public static boolean exceedsLimit(PlacementTables tables) {
        return tables.considered().limited() && new LeastMoney(tables).least() - 1e-3 > tables.considered().most();
    }

    private double least() {
        double whole = tables.tenants().stream().mapToDouble(tenant -> cheapest(tenant, (any, seat) -> 1)).max().orElse(0);
        double cpu = sum(Tenant::cpuShare);
        double memory = sum(Tenant::memoryShare);
        double disk = sum(Tenant::diskShare);
        return Math.max(Math.max(whole, cpu), Math.max(memory, disk));
    }

    private double sum(ToDoubleBiFunction<Tenant, Seat> share) {
        return tables.tenants().stream().mapToDouble(tenant -> cheapest(tenant, share)).sum();
    }

    private double cheapest(Tenant tenant, ToDoubleBiFunction<Tenant, Seat> share) {
        return Arrays.stream(tenant.seats()).mapToObj(tables::seat)
                .mapToDouble(seat -> seat.terms().money() * share.applyAsDouble(tenant, seat)).min().orElse(0);
    }
}
