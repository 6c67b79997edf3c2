package org.caravan.server.infrastructure;

import java.net.URI;
import org.caravan.infrastructure.Rental;
import org.caravan.server.endpoint.Endpoints;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.context.event.EventListener;
import org.springframework.core.annotation.Order;
import org.springframework.stereotype.Component;

/** At the first start with a list of endpoints, those in force are put on it: an upgrade leaves no machine out of reach. */
@Component
class EndpointTakeover {

    private final Infrastructures infrastructures;
    private final Endpoints endpoints;

    EndpointTakeover(Infrastructures infrastructures, Endpoints endpoints) {
        this.infrastructures = infrastructures;
        this.endpoints = endpoints;
    }

    /** Before unfinished deployments go on. */
    @Order(0)
    @EventListener(ApplicationReadyEvent.class)
    void takeOver() {
        endpoints.takeOver(infrastructures.current().stream().flatMap(infrastructure -> infrastructure.hosts().stream())
                .flatMap(host -> host.rental().stream()).map(Rental::region).flatMap(region -> region.endpoint().stream()).distinct().map(URI::create).toList());
    }
}
