package org.caravan.plan;

/** Plans partitions of very large problems. */
public interface PartitionPlanner {

    /** Returns at once. */
    Ongoing begin(PartitionJob job);

    /** The planning of one partition. */
    interface Ongoing {

        /**
         * Plans in the calling thread. To be called once. Equal jobs have equal answers.
         *
         * @throws PlanningCancelled soon after {@link #cancel}
         */
        PartitionAnswer answer();

        /** Returns at once; may be called by any thread. */
        void cancel();
    }
}
