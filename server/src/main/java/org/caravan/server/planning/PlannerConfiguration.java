package org.caravan.server.planning;

import java.util.OptionalInt;
import org.caravan.plan.planner.PartitionPlanners;
import org.caravan.plan.planner.Planner;
import org.caravan.server.Settings;
import org.caravan.server.partition.PartitionSettings;
import org.caravan.solver.OptaPlannerPlanner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Lazy;

@Configuration
class PlannerConfiguration {

    /** Created with the first plan: OptaPlanner uses memory that a server without plannings does not need. */
    @Bean
    @Lazy
    Planner planner(PartitionPlanners others, PartitionSettings settings, Settings server) {
        OptionalInt from = settings.from(server.broker().used());
        return from.isPresent() ? new OptaPlannerPlanner(others, from.getAsInt(), settings.partitions()) : new OptaPlannerPlanner();
    }
}
