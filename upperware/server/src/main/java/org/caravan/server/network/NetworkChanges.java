package org.caravan.server.network;

import org.apache.camel.Body;
import org.caravan.server.events.Event;
import org.caravan.server.events.Events;
import org.caravan.server.leading.Leads;
import org.springframework.stereotype.Component;

/** Tells that the matrix is made from new samples. */
@Component("networkChanges")
public class NetworkChanges {

    private final Events events;

    private final Network network;
    private final Leads leads;

    NetworkChanges(Events events, Network network, Leads leads) {
        this.events = events;
        this.network = network;
        this.leads = leads;
    }

    /** Of a run that another server carried out this one knows by its samples; its own say themselves when they are whole. */
    public void samplesTaken() {
        if (!leads.now()) {
            network.forget();
        }
    }

    /** Called by the route that reads the events' topic, before plannings hear of it. */
    public void happened(@Body String event) {
        if (!leads.now() && event.contains("\"network\"")) {
            network.forget();
        }
    }

    public void probesFinished(@Body String probeRunId) {
        events.publish(new Event.NetworkChanged(probeRunId));
    }
}
