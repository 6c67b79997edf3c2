package org.caravan.solver;

import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import org.caravan.adapter.InstanceId;
import org.caravan.plan.planner.PartitionAnswer;
import org.caravan.plan.planner.PartitionJob;
import org.caravan.plan.planner.PartitionPlanner;
import org.caravan.solver.build.HostIndex;
import org.caravan.solver.build.PreparedProblem;
import org.caravan.solver.cluster.ClusterNeighborhoodSearch;
import org.caravan.solver.cluster.MovableInstances;
import org.caravan.solver.model.CompiledProblem;
import org.caravan.solver.partition.PartitionProblem;
import org.caravan.solver.partition.Partitioner;
import org.caravan.solver.score.Assignment;
import org.caravan.solver.score.SearchProgress;
import org.caravan.solver.search.ConstructionHeuristic;
import org.caravan.solver.search.LocalSearch;

/** Plans partitions with the methods used for whole problems: reassignment of clusters, exchange, and late acceptance. Thread-safe. */
public final class PartitionSearch implements PartitionPlanner {

    @Override
    public Ongoing begin(PartitionJob job) {
        SearchProgress watch = new SearchProgress();
        return new Ongoing() {
            @Override
            public PartitionAnswer answer() {
                return watch.over(() -> planned(job));
            }

            @Override
            public void cancel() {
                watch.cancel();
            }
        };
    }

    private static PartitionAnswer planned(PartitionJob job) {
        CompiledProblem tables = PreparedProblem.of(job.problem()).searched();
        int[] positions = positions(job, tables);
        Partitioner partitioning = partitioning(job, tables);
        CompiledProblem own = new PartitionProblem(tables, positions, partitioning).of(job.number());
        return new PartitionAnswer(planned(new LocalSearch(job.problem().policy()), own, positions, partitioning.movable(job.number())),
                "");
    }

    private static Map<InstanceId, String> planned(LocalSearch search, CompiledProblem own, int[] positions, boolean[] movable) {
        ConstructionHeuristic first = new ConstructionHeuristic(own);
        Assignment improved = first.improved(Assignment.of(own, positions), movable, ClusterNeighborhoodSearch.Patience.WHOLE);
        int[] found = search.searched(own, first.annealed(improved, movable), movable, solver -> {}).positions();
        SearchProgress.look();
        Map<InstanceId, String> hostIds = new TreeMap<>();
        own.instances().stream().filter(instance -> movable[instance.index()])
                .forEach(instance -> hostIds.put(instance.id(), own.position(found[instance.index()]).hostId()));
        return hostIds;
    }

    private static int[] positions(PartitionJob job, CompiledProblem tables) {
        Map<InstanceId, String> hostIds = new TreeMap<>();
        job.seated().forEach(seated -> hostIds.put(seated.instance(), seated.hostId()));
        int[] positions = new int[tables.instances().size()];
        if (!new HostIndex(tables).take(hostIds, positions, MovableInstances.all(tables))) {
            throw new IllegalArgumentException("what the partition's instances are said to sit on is none of the problem's hosts");
        }
        return positions;
    }

    private static Partitioner partitioning(PartitionJob job, CompiledProblem tables) {
        Map<InstanceId, Integer> numbers = new TreeMap<>();
        job.seated().forEach(seated -> seated.partition().ifPresent(number -> numbers.put(seated.instance(), number)));
        int[] ofInstance = tables.instances().stream().mapToInt(instance -> numbers.getOrDefault(instance.id(), -1)).toArray();
        return new Partitioner(1 + Arrays.stream(ofInstance).max().orElse(-1), ofInstance);
    }
}
