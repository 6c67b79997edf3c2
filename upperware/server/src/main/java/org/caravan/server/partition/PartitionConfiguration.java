package org.caravan.server.partition;

import org.caravan.plan.PartitionPlanner;
import org.caravan.solver.PartitionSearch;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Lazy;
import org.springframework.jms.support.destination.DestinationResolver;
import org.springframework.jms.support.destination.DynamicDestinationResolver;

@Configuration
class PartitionConfiguration {

    @Bean
    @Lazy
    PartitionPlanner partitionPlanner() {
        return new PartitionSearch();
    }

    /**
     * Of ActiveMQ: a consumer of partitions is given one when it asks, none in advance; a transacted one with a prefetch of 1 is given a second while it works on the first.
     * Camel gives the only resolver there is to all components of JMS: every other name is what it is without one.
     */
    @Bean
    DestinationResolver destinations() {
        DestinationResolver others = new DynamicDestinationResolver();
        return (session, name, topic) -> others.resolveDestinationName(session, name.equals(PartitionRequests.QUEUE_NAME) ? name + "?consumer.prefetchSize=0" : name, topic);
    }
}
