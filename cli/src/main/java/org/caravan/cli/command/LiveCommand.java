package org.caravan.cli.command;

import org.caravan.api.server.HealthView;
import org.caravan.client.Api;
import org.caravan.client.ApiPath;

/**
 * Base of commands that show or change hosts, the network or running instances. Prints a notice if these are simulated. Data stored by the
 * server itself is always real.
 */
public abstract class LiveCommand extends ServerCommand {

    /** Printed to standard error, so that standard output stays valid JSON. */
    @Override
    final void afterwards(Api api) {
        if (api.get(ApiPath.of("health"), HealthView.class).value().simulated()) {
            System.err.println("SIMULATED: this server's hosts and network are simulated; nothing above is real.");
        }
    }
}
