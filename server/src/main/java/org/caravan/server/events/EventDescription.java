package org.caravan.server.events;

import io.swagger.v3.oas.models.media.Schema;
import org.springdoc.core.customizers.OpenApiCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Describes the property {@code type} of events in the OpenAPI document, which no annotation covers. */
@Configuration
class EventDescription {

    @Bean
    OpenApiCustomizer describeEventType() {
        return document -> {
            Schema<?> event = document.getComponents().getSchemas().get("Event");
            if (event != null && event.getProperties() != null && event.getProperties().get("type") instanceof Schema<?> type) {
                type.setDescription("application, plan, step, deployment, probe, network, image, decision, infrastructure or restart.");
            }
        };
    }
}
