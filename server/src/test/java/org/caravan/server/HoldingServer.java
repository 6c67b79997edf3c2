package org.caravan.server;

import java.util.concurrent.CountDownLatch;
import org.caravan.plan.planner.PartitionAnswer;
import org.caravan.plan.planner.PartitionJob;
import org.caravan.plan.planner.PartitionPlanner;
import org.caravan.solver.PartitionSearch;
import org.springframework.boot.SpringApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Primary;

/**
 * A server that plans partitions and never answers: it is killed at the last moment. Not annotated: it must not be found by servers of
 * other tests.
 */
class HoldingServer {

    /** What it writes once it has planned one, and the number after it. */
    static final String HOLDS = "holds partition ";

    public static void main(String[] arguments) {
        SpringApplication.run(new Class<?>[] {CaravanServer.class, HoldingServer.class}, arguments);
    }

    @Bean
    @Primary
    PartitionPlanner holding() {
        PartitionPlanner real = new PartitionSearch();
        return job -> held(real.begin(job), job);
    }

    private static PartitionPlanner.Ongoing held(PartitionPlanner.Ongoing search, PartitionJob job) {
        return new PartitionPlanner.Ongoing() {
            @Override
            public PartitionAnswer answer() {
                search.answer();
                System.out.println(HOLDS + job.number());
                try {
                    new CountDownLatch(1).await();
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
                throw new IllegalStateException("nobody counts down");
            }

            @Override
            public void cancel() {
                search.cancel();
            }
        };
    }
}
