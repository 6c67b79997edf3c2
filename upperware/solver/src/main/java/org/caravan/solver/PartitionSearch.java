package org.caravan.solver;

import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import org.caravan.adapter.InstanceId;
import org.caravan.plan.planner.PartitionAnswer;
import org.caravan.plan.planner.PartitionJob;
import org.caravan.plan.planner.PartitionPlanner;
import org.caravan.solver.build.HostIndex;
import org.caravan.solver.build.PlanningGround;
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
        CompiledProblem tables = PlanningGround.of(job.problem()).searched();
        int[] seats = seats(job, tables);
        Partitioner partitioning = partitioning(job, tables);
        CompiledProblem own = new PartitionProblem(tables, seats, partitioning).of(job.number());
        return new PartitionAnswer(planned(new LocalSearch(job.problem().policy()), own, seats, partitioning.movable(job.number())), "");
    }

    private static Map<InstanceId, String> planned(LocalSearch search, CompiledProblem own, int[] seats, boolean[] movable) {
        ConstructionHeuristic first = new ConstructionHeuristic(own);
        Assignment improved = first.improved(Assignment.of(own, seats), movable, ClusterNeighborhoodSearch.Patience.WHOLE);
        int[] found = search.searched(own, first.annealed(improved, movable), movable, solver -> {}).seats();
        SearchProgress.look();
        Map<InstanceId, String> hostIds = new TreeMap<>();
        own.tenants().stream().filter(tenant -> movable[tenant.index()])
                .forEach(tenant -> hostIds.put(tenant.instance(), own.seat(found[tenant.index()]).hostId()));
        return hostIds;
    }

    private static int[] seats(PartitionJob job, CompiledProblem tables) {
        Map<InstanceId, String> hostIds = new TreeMap<>();
        job.seated().forEach(seated -> hostIds.put(seated.instance(), seated.hostId()));
        int[] seats = new int[tables.tenants().size()];
        if (!new HostIndex(tables).take(hostIds, seats, MovableInstances.all(tables))) {
            throw new IllegalArgumentException("what the partition's instances are said to sit on is none of the problem's hosts");
        }
        return seats;
    }

    private static Partitioner partitioning(PartitionJob job, CompiledProblem tables) {
        Map<InstanceId, Integer> numbers = new TreeMap<>();
        job.seated().forEach(seated -> seated.partition().ifPresent(number -> numbers.put(seated.instance(), number)));
        int[] ofTenant = tables.tenants().stream().mapToInt(tenant -> numbers.getOrDefault(tenant.instance(), -1)).toArray();
        return new Partitioner(1 + Arrays.stream(ofTenant).max().orElse(-1), ofTenant);
    }
}
