package org.caravan.server.network;

import org.apache.camel.Body;
import org.caravan.server.events.Event;
import org.caravan.server.events.Events;
import org.caravan.server.leading.LeaderStatus;
import org.springframework.stereotype.Component;

/** Invalidates the matrix and publishes an event when there are new samples. */
@Component("networkChanges")
public class NetworkChanges {

    private final Events events;

    private final Network network;
    private final LeaderStatus leads;

    NetworkChanges(Events events, Network network, LeaderStatus leads) {
        this.events = events;
        this.network = network;
        this.leads = leads;
    }

    /**
     * Samples of a run on another server invalidate the matrix here. Runs of this server invalidate it themselves when they are complete.
     */
    public void samplesTaken() {
        if (!leads.now()) {
            network.forget();
        }
    }

    /** Called by the route that reads the event topic, before plannings receive the event. */
    public void happened(@Body String event) {
        if (!leads.now() && event.contains("\"network\"")) {
            network.forget();
        }
    }

    public void probesFinished(@Body String probeRunId) {
        events.publish(new Event.NetworkChanged(probeRunId));
    }
}
