package org.caravan.server.infrastructure;

import java.net.URI;
import org.caravan.infrastructure.Rental;
import org.caravan.server.endpoint.Endpoints;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.context.event.EventListener;
import org.springframework.core.annotation.Order;
import org.springframework.stereotype.Component;

/**
 * Migration: at the first start with an allow-list of endpoints, the endpoints in use are added, so that an upgrade makes no machine
 * unreachable.
 */
@Component
class EndpointMigration {

    private final Infrastructures infrastructures;
    private final Endpoints endpoints;

    EndpointMigration(Infrastructures infrastructures, Endpoints endpoints) {
        this.infrastructures = infrastructures;
        this.endpoints = endpoints;
    }

    /** Before unfinished deployments resume. */
    @Order(0)
    @EventListener(ApplicationReadyEvent.class)
    void takeOver() {
        endpoints.takeOver(infrastructures.current().stream().flatMap(infrastructure -> infrastructure.hosts().stream())
                .flatMap(host -> host.rental().stream()).map(Rental::region).flatMap(region -> region.endpoint().stream()).distinct()
                .map(URI::create).toList());
    }
}
