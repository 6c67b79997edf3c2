package org.caravan.server.adaptation.path;

import org.apache.camel.LoggingLevel;
import org.apache.camel.builder.RouteBuilder;
import org.caravan.server.broker.Broadcasts;
import org.springframework.stereotype.Component;

/** Route that notifies the rule about paths of new measurements. */
@Component
class PathRoutes extends RouteBuilder {

    @Override
    public void configure() {
        onException(Exception.class).handled(true).log(LoggingLevel.WARN, PathRoutes.class.getName(),
                "${routeId} gave up on ${body}: ${exception.message}");
        from(Broadcasts.EVENTS).routeId("paths-measured").to("bean:pathWatch?method=happened");
    }
}
