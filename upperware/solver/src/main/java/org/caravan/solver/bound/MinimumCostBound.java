package org.caravan.solver.bound;

import java.util.Arrays;
import java.util.function.ToDoubleBiFunction;
import org.caravan.solver.model.CompiledProblem;
import org.caravan.solver.model.PlacedInstance;
import org.caravan.solver.model.Position;

/**
 * Lower bound on the cost of any placement in cents per month. It is the maximum of two bounds: the largest price over all instances of
 * their cheapest host; and, for each capacity, the sum over all instances of their cheapest share of a host. The second is valid because
 * the shares on one host never exceed its price.
 */
public final class MinimumCostBound {

    private final CompiledProblem tables;

    private MinimumCostBound(CompiledProblem tables) {
        this.tables = tables;
    }

    /** Whether it is proved that no placement respects the cost limit; false proves nothing. */
    public static boolean exceedsLimit(CompiledProblem tables) {
        return tables.considered().limited() && new MinimumCostBound(tables).least() - 1e-3 > tables.considered().most();
    }

    private double least() {
        double whole = tables.instances().stream().mapToDouble(instance -> cheapest(instance, (any, position) -> 1)).max().orElse(0);
        double cpu = sum(PlacedInstance::cpuShare);
        double memory = sum(PlacedInstance::memoryShare);
        double disk = sum(PlacedInstance::diskShare);
        return Math.max(Math.max(whole, cpu), Math.max(memory, disk));
    }

    private double sum(ToDoubleBiFunction<PlacedInstance, Position> share) {
        return tables.instances().stream().mapToDouble(instance -> cheapest(instance, share)).sum();
    }

    private double cheapest(PlacedInstance instance, ToDoubleBiFunction<PlacedInstance, Position> share) {
        return Arrays.stream(instance.positions()).mapToObj(tables::position)
                .mapToDouble(position -> position.terms().money() * share.applyAsDouble(instance, position)).min().orElse(0);
    }
}
