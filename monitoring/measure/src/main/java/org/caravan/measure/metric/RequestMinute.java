package org.caravan.measure.metric;

import java.time.Instant;

/**
 * Requests of one group of users that routers received in one minute.
 *
 * @param requestId empty for requests that the model does not recognise
 * @param begin of the minute
 * @param received at least 0
 */
public record RequestMinute(String usersId, String requestId, Instant begin, long received) { }
