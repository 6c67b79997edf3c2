package org.caravan.server.samples;

import java.time.Instant;
import java.util.List;
import org.caravan.measure.Statistic;

/**
 * Event with the statistics of a probe run's window, for subscribers.
 *
 * @param id unique among events
 * @param since start of the window
 * @param part number of this part, from 1; a large network's statistics are split into several events
 */
record WindowEvent(String id, String probeRunId, Instant since, Instant until, int part, int parts, List<Statistic> statistics) {}
