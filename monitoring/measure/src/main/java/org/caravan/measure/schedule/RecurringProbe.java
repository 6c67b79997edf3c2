package org.caravan.measure.schedule;

import java.time.Duration;
import org.caravan.measure.ProbeOrder;

/**
 * An idle measurement that a machine repeats by itself while it has no contact with the server.
 *
 * @param every interval between measurements
 * @param rounds maximum number of measurements; 0 if the budget is exhausted
 */
public record RecurringProbe(ProbeOrder.IdleRtt idle, Duration every, int rounds) {}
