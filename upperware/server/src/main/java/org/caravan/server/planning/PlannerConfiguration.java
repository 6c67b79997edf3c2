package org.caravan.server.planning;

import org.caravan.plan.Planner;
import org.caravan.solver.OptaPlannerPlanner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Lazy;

@Configuration
class PlannerConfiguration {

    /** Made at the first plan: OptaPlanner's classes cost memory that a server which only watches does not need. */
    @Bean
    @Lazy
    Planner planner() {
        return new OptaPlannerPlanner();
    }
}
