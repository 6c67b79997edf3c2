package org.caravan.server.metrics;

import java.util.List;
import org.caravan.measure.metric.Reading;

/**
 * What one host told at once, as it travels.
 *
 * @param id of no other event
 */
record ReadingEvent(String id, List<Reading> readings) {}
