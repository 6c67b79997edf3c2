package org.caravan.solver.search;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.caravan.solver.model.CompiledProblem;
import org.caravan.solver.model.LinkModel;
import org.caravan.solver.model.PlacedInstance;

/** Variable-ordering heuristic of the exhaustive search. */
public final class InstanceOrder {

    private InstanceOrder() {}

    /** Fewest feasible hosts first; then the most links to users and placed instances; then the largest. */
    public static List<PlacedInstance> scarcestFirst(CompiledProblem tables) {
        List<PlacedInstance> rest = new ArrayList<>(tables.instances());
        List<PlacedInstance> order = new ArrayList<>();
        boolean[] seated = new boolean[rest.size()];
        while (!rest.isEmpty()) {
            PlacedInstance next = rest.stream().min(Comparator
                    .<PlacedInstance>comparingInt(instance -> instance.positions().length)
                    .thenComparingInt(instance -> -peers(tables, instance, seated))
                    .thenComparingLong(instance -> -instance.mostMemory())
                    .thenComparingInt(PlacedInstance::index)).orElseThrow();
            rest.remove(next);
            order.add(next);
            seated[next.index()] = true;
        }
        return order;
    }

    private static int peers(CompiledProblem tables, PlacedInstance instance, boolean[] seated) {
        int peers = 0;
        for (LinkModel link : tables.linksOf()[instance.index()]) {
            int other = link.from() == instance.index() ? link.to() : link.from();
            peers += other >= seated.length || seated[other] ? 1 : 0;
        }
        return peers;
    }
}
