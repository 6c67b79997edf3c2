package org.caravan.solver.build;

import java.util.List;
import org.caravan.adapter.InstanceId;
import org.caravan.problem.PlacementProblem;
import org.caravan.solver.model.PlacementTables;
import org.caravan.solver.model.Seat;
import org.caravan.solver.model.Tenant;

/**
 * Problem with its compiled form.
 *
 * @param searched the tables without dominated hosts
 */
public record PlanningGround(PlacementProblem problem, PlacementTables tables, Dominance dominance, PlacementTables searched) {

    public static PlanningGround of(PlacementProblem problem) {
        PlacementTables tables = TablesBuilder.of(problem);
        Dominance dominance = Dominance.of(tables);
        return new PlanningGround(problem, tables, dominance, dominance.without());
    }

    /** Whether an instance has no feasible host. */
    public boolean nowhereToSit() {
        return tables.tenants().stream().anyMatch(tenant -> tenant.seats().length == 0);
    }

    /** Whether a component receives more requests than its replicas can serve, independent of their placement. */
    public boolean overloaded() {
        return tables.considered().queues().overload() > 0;
    }

    /** Whether a search on one problem can continue with the other. */
    public boolean sameTenants(PlanningGround other) {
        return instances().equals(other.instances()) && users().equals(other.users());
    }

    private List<InstanceId> instances() {
        return tables.tenants().stream().map(Tenant::instance).toList();
    }

    private List<String> users() {
        return tables.seats().subList(tables.hosts(), tables.seats().size()).stream().map(Seat::hostId).toList();
    }
}
