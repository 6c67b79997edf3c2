package org.caravan.server.image;

import org.apache.camel.LoggingLevel;
import org.apache.camel.builder.RouteBuilder;
import org.caravan.server.broker.Broadcasts;
import org.springframework.stereotype.Component;

/** Route that passes events to prefetching. */
@Component
class ImageRoutes extends RouteBuilder {

    @Override
    public void configure() {
        onException(Exception.class).handled(true).log(LoggingLevel.WARN,
                "org.caravan.server.image.ImageRoutes", "${routeId} gave up on ${body}: ${exception.message}");
        from(Broadcasts.EVENTS).routeId("prefetch").to("bean:imagePrefetching?method=happened");
    }
}
