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
 * @param quotas of access links, one report of each host
 */
record ReadingEvent(String id, List<Reading> readings, List<RouterObservation> routers, List<LinkReading> bandwidth,
        List<LinkQuotas.Report> quotas) {

    /** Events of earlier versions have no routers, no bandwidth and no quotas. */
    ReadingEvent {
        bandwidth = bandwidth == null ? List.of() : List.copyOf(bandwidth);
        quotas = quotas == null ? List.of() : List.copyOf(quotas);
        routers = routers == null ? List.of() : List.copyOf(routers);
    }
}
