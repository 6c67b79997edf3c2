package org.caravan.plan;

import java.util.concurrent.CompletableFuture;

/** Has partitions of very large problems planned by whoever is free: other threads, or other servers. Several planners are worth more than one where it takes long. */
public interface PartitionPlanners {

    /**
     * Hands a partition over. Returns soon.
     *
     * @return its answer; a fault, told to who operates this, where nobody could plan it: then it stays as it was; never ends where whoever had it is gone. Who cancels it wants no answer any more
     * @throws RuntimeException if it cannot be handed over
     */
    CompletableFuture<PartitionAnswer> begin(PartitionJob job);
}
