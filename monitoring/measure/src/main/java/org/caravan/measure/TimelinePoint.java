package org.caravan.measure;

import java.time.Duration;
import java.time.Instant;

/**
 * Statistic of the samples of one minute or hour.
 *
 * @param start start of the minute or hour
 * @param length one minute or one hour
 */
public record TimelinePoint(Instant start, Duration length, Statistic statistic) {}
