package org.caravan.server.metrics;

import java.util.List;
import org.caravan.measure.metric.LinkReading;
import org.caravan.measure.metric.Reading;
import org.caravan.measure.metric.RouterObservation;

/**
 * Readings of hosts, as an event.
 *
 * @param id unique id of the event
 * @param routers counts of the routers on the host
 * @param bandwidth of copies, by access link
 */
record ReadingEvent(String id, List<Reading> readings, List<RouterObservation> routers, List<LinkReading> bandwidth) {

    /** Events of earlier versions have no routers and no bandwidth. */
    ReadingEvent {
        bandwidth = bandwidth == null ? List.of() : List.copyOf(bandwidth);
        routers = routers == null ? List.of() : List.copyOf(routers);
    }
}
