package org.caravan.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.caravan.plan.planner.PartitionAnswer;
import org.caravan.plan.planner.PartitionJob;
import org.caravan.plan.planner.PartitionPlanner;
import org.caravan.plan.planner.PlanningCancelled;
import org.caravan.solver.PartitionSearch;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Primary;

/** Lets a test say how partitions are planned. Not annotated: it must not be found by servers of other tests. */
class SteeredPartitions {

    enum Way { FOR_EVER, FAILS, SEARCHES }

    @Bean
    @Primary
    Steered steered() {
        return new Steered();
    }

    /** The real search; or one without an end, or with a fault. */
    static final class Steered implements PartitionPlanner {

        private final PartitionPlanner real = new PartitionSearch();
        /** Numbers of partitions, in the order in which their planning began. */
        final Queue<Integer> begun = new ConcurrentLinkedQueue<>();
        volatile Way way = Way.SEARCHES;
        /** Counted down by each partition that begins; none searches before all of it has come. */
        volatile CountDownLatch together = new CountDownLatch(0);

        @Override
        public Ongoing begin(PartitionJob job) {
            Ongoing search = real.begin(job);
            CountDownLatch cancelled = new CountDownLatch(1);
            return new Ongoing() {
                @Override
                public PartitionAnswer answer() {
                    begun.add(job.number());
                    together.countDown();
                    return switch (way) {
                        case FAILS -> throw new IllegalStateException("no room for tables");
                        case FOR_EVER -> forEver(cancelled);
                        case SEARCHES -> {
                            await(together);
                            yield search.answer();
                        }
                    };
                }

                @Override
                public void cancel() {
                    cancelled.countDown();
                    search.cancel();
                }
            };
        }

        private static PartitionAnswer forEver(CountDownLatch cancelled) {
            await(cancelled);
            throw new PlanningCancelled();
        }

        private static void await(CountDownLatch latch) {
            try {
                assertThat(latch.await(10, TimeUnit.MINUTES)).isTrue();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
    }
}
