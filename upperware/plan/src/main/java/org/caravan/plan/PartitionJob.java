package org.caravan.plan;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.caravan.adapter.InstanceId;
import org.caravan.problem.PlacementProblem;

/**
 * A partition of a very large problem, to be planned by itself. It holds all that whoever plans it needs to know.
 *
 * @param problem the whole
 * @param seated all instances of it, as they are placed before partitions are planned; no obligation is broken
 * @param number of the partition that is meant, from 0
 */
public record PartitionJob(PlacementProblem problem, List<Seated> seated, int number) {

    public PartitionJob {
        seated = seated.stream().sorted(Comparator.comparing(Seated::instance)).toList();
    }

    /**
     * @param hostId where it is
     * @param partition that may move it; empty where it stays
     */
    public record Seated(InstanceId instance, String hostId, Optional<Integer> partition) {}
}
