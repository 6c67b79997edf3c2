package org.caravan.solver;

import java.util.Arrays;
import java.util.function.ToDoubleBiFunction;

/**
 * Cents per month that any placement costs at least: what the tenant with the dearest cheapest seat has to have opened; or, if that is more,
 * each tenant's share of a host by one of its capacities, wherever that share is cheapest. A host is full before its shares are more than its price.
 */
final class LeastMoney {

    private final PlacementTables tables;

    private LeastMoney(PlacementTables tables) {
        this.tables = tables;
    }

    /** Whether no placement keeps the limit; where this is false, maybe none does all the same. */
    static boolean exceedsLimit(PlacementTables tables) {
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
