package org.caravan.server.partition;

import org.caravan.plan.planner.PartitionPlanner;
import org.caravan.solver.PartitionSearch;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Lazy;

@Configuration
class PartitionConfiguration {

    @Bean
    @Lazy
    PartitionPlanner partitionPlanner() {
        return new PartitionSearch();
    }
}
