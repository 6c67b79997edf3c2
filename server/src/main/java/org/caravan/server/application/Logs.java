package org.caravan.server.application;

import org.caravan.api.application.LogView;
import org.caravan.infrastructure.Host;
import org.caravan.plan.InstancePlacement;
import org.caravan.server.infrastructure.Adapters;
import org.caravan.server.infrastructure.Infrastructures;
import org.caravan.server.rest.ProblemException;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Component;

/** Reads logs of instances from their hosts. Logs are not stored here. */
@Component
class Logs {

    private static final int MOST_LINES = 10_000;

    private final PlacedInstances instances;
    private final Infrastructures infrastructures;
    private final Adapters adapters;

    Logs(PlacedInstances instances, Infrastructures infrastructures, Adapters adapters) {
        this.instances = instances;
        this.infrastructures = infrastructures;
        this.adapters = adapters;
    }

    LogView of(String application, String instance, int lines) {
        if (lines < 1 || lines > MOST_LINES) {
            throw new ProblemException(HttpStatus.UNPROCESSABLE_CONTENT, "lines-out-of-range", "A log cannot have (" + lines
                    + ") last lines to show.", "ask for 1 to " + MOST_LINES + ".");
        }
        InstancePlacement placed = instances.required(application, instance);
        Host host = infrastructures.required().host(placed.hostId());
        return new LogView(instance, host.id(), adapters.of(host).log(host, placed.copy(application), lines));
    }
}
