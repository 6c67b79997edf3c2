package org.caravan.server.metrics;

import java.util.List;
import org.caravan.measure.metric.EntryObservation;
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
 * @param entries counts of users who enter without a router
 */
record ReadingEvent(String id, List<Reading> readings, List<RouterObservation> routers, List<LinkReading> bandwidth,
        List<LinkQuotas.Report> quotas, List<EntryObservation> entries) {

    /** Events of earlier versions have no routers, no bandwidth, no quotas and no entries. */
    ReadingEvent {
        bandwidth = bandwidth == null ? List.of() : List.copyOf(bandwidth);
        quotas = quotas == null ? List.of() : List.copyOf(quotas);
        entries = entries == null ? List.of() : List.copyOf(entries);
        routers = routers == null ? List.of() : List.copyOf(routers);
    }
}
