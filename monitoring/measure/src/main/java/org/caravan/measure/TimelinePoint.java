package org.caravan.measure;

import java.time.Duration;
import java.time.Instant;

/**
 * What the samples of one minute or hour say.
 *
 * @param start of the minute or hour
 */
public record TimelinePoint(Instant start, Duration length, Statistic statistic) {}
