package org.caravan.plan.planner;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.caravan.adapter.InstanceId;
import org.caravan.problem.PlacementProblem;

/**
 * Job for one partition of a very large problem; self-contained.
 *
 * @param problem the whole problem
 * @param seated all its instances with their placement before partitions are planned; without violations
 * @param number number of the partition, from 0
 */
public record PartitionJob(PlacementProblem problem, List<Seated> seated, int number) {

    public PartitionJob {
        seated = seated.stream().sorted(Comparator.comparing(Seated::instance)).toList();
    }

    /**
     * @param hostId current host
     * @param partition number of the partition that can move the instance; empty if it stays
     */
    public record Seated(InstanceId instance, String hostId, Optional<Integer> partition) {}
}
