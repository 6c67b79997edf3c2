package org.caravan.server.metrics;

import java.util.List;
import org.caravan.measure.metric.Reading;
import org.caravan.measure.metric.RouterObservation;

/**
 * Readings of hosts, as an event.
 *
 * @param id unique id of the event
 * @param routers counts of the routers on the host
 */
record ReadingEvent(String id, List<Reading> readings, List<RouterObservation> routers) {

    /** Events of earlier versions have no routers. */
    ReadingEvent {
        routers = routers == null ? List.of() : List.copyOf(routers);
    }
}
