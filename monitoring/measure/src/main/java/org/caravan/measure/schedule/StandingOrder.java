package org.caravan.measure.schedule;

import java.time.Duration;
import org.caravan.measure.ProbeOrder;

/**
 * An idle measurement that a machine goes on with by itself while nobody comes.
 *
 * @param every from one to the next
 * @param rounds so often at most; 0 where the budget is spent
 */
public record StandingOrder(ProbeOrder.IdleRtt idle, Duration every, int rounds) {}
