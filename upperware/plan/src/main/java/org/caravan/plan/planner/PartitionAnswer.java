package org.caravan.plan.planner;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import org.caravan.adapter.InstanceId;

/**
 * Planned hosts of the instances of a partition.
 *
 * @param hostIds by instance
 * @param by name of the server that planned it; empty for this process
 */
public record PartitionAnswer(Map<InstanceId, String> hostIds, String by) {

    public PartitionAnswer {
        hostIds = Collections.unmodifiableMap(new TreeMap<>(hostIds));
    }
}
