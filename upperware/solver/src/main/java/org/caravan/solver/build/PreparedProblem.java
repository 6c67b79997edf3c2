package org.caravan.solver.build;

import java.util.List;
import org.caravan.adapter.InstanceId;
import org.caravan.problem.PlacementProblem;
import org.caravan.solver.model.CompiledProblem;
import org.caravan.solver.model.PlacedInstance;
import org.caravan.solver.model.Position;

/**
 * Problem with its compiled form.
 *
 * @param searched the tables without dominated hosts
 */
public record PreparedProblem(PlacementProblem problem, CompiledProblem tables, HostDominance dominance, CompiledProblem searched) {

    public static PreparedProblem of(PlacementProblem problem) {
        CompiledProblem tables = ProblemCompiler.of(problem);
        HostDominance dominance = HostDominance.of(tables);
        return new PreparedProblem(problem, tables, dominance, dominance.without());
    }

    /** Whether an instance has no feasible host. */
    public boolean hasUnplaceableInstance() {
        return tables.instances().stream().anyMatch(instance -> instance.positions().length == 0);
    }

    /** Whether a component receives more requests than its replicas can serve, independent of their placement. */
    public boolean overloaded() {
        return tables.considered().queues().overload() > 0;
    }

    /** Whether a search on one problem can continue with the other. */
    public boolean sameInstances(PreparedProblem other) {
        return instances().equals(other.instances()) && users().equals(other.users());
    }

    private List<InstanceId> instances() {
        return tables.instances().stream().map(PlacedInstance::id).toList();
    }

    private List<String> users() {
        return tables.positions().subList(tables.hosts(), tables.positions().size()).stream().map(Position::hostId).toList();
    }
}
