package org.caravan.server.network;

import org.apache.camel.Body;
import org.caravan.server.events.Event;
import org.caravan.server.events.Events;
import org.springframework.stereotype.Component;

/** Tells that the matrix is made from new samples. */
@Component("networkChanges")
public class NetworkChanges {

    private final Events events;

    NetworkChanges(Events events) {
        this.events = events;
    }

    public void probesFinished(@Body String probeRunId) {
        events.publish(new Event.NetworkChanged(probeRunId));
    }
}
