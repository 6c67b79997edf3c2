package org.caravan.cli;

import org.caravan.client.Api;
import org.caravan.client.ApiPath;

/** What tells or changes something of hosts, their network or what runs there: where those are simulated it says so. What the server itself keeps is real. */
abstract class WorldCommand extends ServerCommand {

    /** On the error stream, so that JSON stays JSON. */
    @Override
    final void afterwards(Api api) {
        if (api.get(ApiPath.of("health")).path("simulated").asBoolean()) {
            System.err.println("SIMULATED: this server's hosts and network are simulated; nothing above is real.");
        }
    }
}
