package org.caravan.plan.planner;

import java.util.concurrent.CompletableFuture;

/**
 * Distributes partitions of very large problems to available planners: other threads or other servers. Several planners reduce the
 * planning time.
 */
public interface PartitionPlanners {

    /**
     * Submits a partition. Returns soon.
     *
     * @return the answer. It fails, and the fault is reported to the operator, if the partition could not be planned; the partition then
     * stays unchanged. It never completes if its planner stopped. Cancel it if the answer is no longer needed.
     * @throws RuntimeException if the job cannot be submitted
     */
    CompletableFuture<PartitionAnswer> begin(PartitionJob job);
}
