package org.caravan.server.partition;

import org.apache.camel.LoggingLevel;
import org.apache.camel.builder.RouteBuilder;
import org.caravan.plan.planner.PlanningCancelled;
import org.caravan.server.broker.ZeroPrefetchQueues;
import org.springframework.stereotype.Component;

/** Routes with which this server consumes partitions and cancellations. */
@Component
class PartitionRoutes extends RouteBuilder {

    /** The request is acknowledged together with its answer. If a server is killed, the broker redelivers its partitions to another. */
    private static final String TRANSACTED = "?transacted=true&lazyCreateTransactionManager=false&errorHandlerLogStackTrace=false"
            + ZeroPrefetchQueues.ASKED;

    @Override
    public void configure() {
        onException(PlanningCancelled.class).handled(false).logExhausted(false)
                .log(LoggingLevel.INFO, PartitionRoutes.class.getName(), "a partition is left to another server: this one ends");
        onException(Exception.class).handled(true)
                .log(LoggingLevel.WARN, PartitionRoutes.class.getName(), "${routeId} gave up: ${exception.message}");
        from(PartitionRequests.QUEUE + TRANSACTED).routeId("partition-requested").to("bean:partitionWorker?method=requested");
        from(PartitionRequests.CANCELLED).routeId("cancelled-partitions").to("bean:partitionWorker?method=cancelled");
    }
}
