package org.caravan.application;

import org.caravan.unit.Millis;

/**
 * Service level objective for the latency of a request.
 *
 * @param percentile above 0 and below 100, for example 95
 * @param limit upper limit for this percentile of the latencies
 */
public record Slo(String id, double percentile, String requestId, Millis limit) {

    public Slo {
        if (!(percentile > 0 && percentile < 100)) {
            throw new IllegalArgumentException("slo " + id + " names percentile " + percentile + ", not above 0 and below 100");
        }
    }
}
