package org.caravan.server.metrics;

import java.util.List;
import org.caravan.measure.metric.Reading;

/**
 * Readings of one poll of one host, as an event.
 *
 * @param id unique id of the event
 */
record ReadingEvent(String id, List<Reading> readings) {}
