package org.caravan.server.samples;

import java.time.Instant;
import java.util.List;
import org.caravan.measure.Statistic;

/**
 * What a probe run found, as it travels: the figures of its window.
 *
 * @param id of no other event
 * @param since the samples' window begins then
 * @param part from 1; a large network's figures come in several
 */
record WindowEvent(String id, String probeRunId, Instant since, Instant until, int part, int parts, List<Statistic> statistics) {}
