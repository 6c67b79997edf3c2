package org.caravan.solver;

import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import org.caravan.adapter.InstanceId;
import org.caravan.plan.planner.PartitionAnswer;
import org.caravan.plan.planner.PartitionJob;
import org.caravan.plan.planner.PartitionPlanner;
import org.caravan.solver.build.PlanningGround;
import org.caravan.solver.build.SeatsByHost;
import org.caravan.solver.cluster.Affected;
import org.caravan.solver.cluster.ClusterExchange;
import org.caravan.solver.model.PlacementTables;
import org.caravan.solver.partition.PartitionTables;
import org.caravan.solver.partition.Partitioning;
import org.caravan.solver.score.Seating;
import org.caravan.solver.score.Watch;
import org.caravan.solver.search.FirstSeating;
import org.caravan.solver.search.SeatingSearch;

/** Plans partitions with the methods used for whole problems: reassignment of clusters, exchange, and late acceptance. Thread-safe. */
public final class PartitionSearch implements PartitionPlanner {

    @Override
    public Ongoing begin(PartitionJob job) {
        Watch watch = new Watch();
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
        PlacementTables tables = PlanningGround.of(job.problem()).searched();
        int[] seats = seats(job, tables);
        Partitioning partitioning = partitioning(job, tables);
        PlacementTables own = new PartitionTables(tables, seats, partitioning).of(job.number());
        return new PartitionAnswer(planned(new SeatingSearch(job.problem().policy()), own, seats, partitioning.movable(job.number())), "");
    }

    private static Map<InstanceId, String> planned(SeatingSearch search, PlacementTables own, int[] seats, boolean[] movable) {
        FirstSeating first = new FirstSeating(own);
        Seating improved = first.improved(Seating.of(own, seats), movable, ClusterExchange.Patience.WHOLE);
        int[] found = search.searched(own, first.annealed(improved, movable), movable, solver -> {}).seats();
        Watch.look();
        Map<InstanceId, String> hostIds = new TreeMap<>();
        own.tenants().stream().filter(tenant -> movable[tenant.index()])
                .forEach(tenant -> hostIds.put(tenant.instance(), own.seat(found[tenant.index()]).hostId()));
        return hostIds;
    }

    private static int[] seats(PartitionJob job, PlacementTables tables) {
        Map<InstanceId, String> hostIds = new TreeMap<>();
        job.seated().forEach(seated -> hostIds.put(seated.instance(), seated.hostId()));
        int[] seats = new int[tables.tenants().size()];
        if (!new SeatsByHost(tables).take(hostIds, seats, Affected.all(tables))) {
            throw new IllegalArgumentException("what the partition's instances are said to sit on is none of the problem's hosts");
        }
        return seats;
    }

    private static Partitioning partitioning(PartitionJob job, PlacementTables tables) {
        Map<InstanceId, Integer> numbers = new TreeMap<>();
        job.seated().forEach(seated -> seated.partition().ifPresent(number -> numbers.put(seated.instance(), number)));
        int[] ofTenant = tables.tenants().stream().mapToInt(tenant -> numbers.getOrDefault(tenant.instance(), -1)).toArray();
        return new Partitioning(1 + Arrays.stream(ofTenant).max().orElse(-1), ofTenant);
    }
}
