package org.caravan.plan.planner;

/** Plans partitions of very large problems. */
public interface PartitionPlanner {

    /** Returns immediately. */
    Ongoing begin(PartitionJob job);

    /** Planning of one partition. */
    interface Ongoing {

        /**
         * Plans in the calling thread. Call it once only. Equal jobs have equal answers.
         *
         * @throws PlanningCancelled soon after {@link #cancel}
         */
        PartitionAnswer answer();

        /** Returns immediately; can be called from any thread. */
        void cancel();
    }
}
