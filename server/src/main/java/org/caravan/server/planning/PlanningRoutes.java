package org.caravan.server.planning;

import org.apache.camel.LoggingLevel;
import org.apache.camel.builder.RouteBuilder;
import org.caravan.server.broker.Broadcasts;
import org.springframework.stereotype.Component;

/** Routes that notify running plannings of changes and cancellations. */
@Component
class PlanningRoutes extends RouteBuilder {

    @Override
    public void configure() {
        onException(Exception.class).handled(true).log(LoggingLevel.WARN, PlanningRoutes.class.getName(),
                "${routeId} gave up on ${body}: ${exception.message}");
        from(PlanningCancellations.TOPIC).routeId("cancelled-plannings").to("bean:planningCancellations?method=hear");
        from(Broadcasts.EVENTS).routeId("plannings-under-way").to("bean:networkChanges?method=happened")
                .to("bean:runningPlannings?method=happened");
    }
}
