package org.caravan.rules.path;

import java.util.Optional;

/**
 * A promise (slo) on the latency of a request that crosses a path.
 *
 * @param percentile of the promise, above 0 and below 100
 * @param limitMillis the latency is below it, in ms
 * @param beforeMillis latency at the percentile by the report of the plan, in ms; empty if the report is no longer stored
 * @param nowMillis latency at the percentile by current measurements, in ms; empty if a path of the request is silent or unknown
 * @param silent whether a path of the request does not answer
 */
public record Promise(String id, String requestId, String usersId, double percentile, double limitMillis, Optional<Double> beforeMillis,
        Optional<Double> nowMillis, boolean silent) {

    /** Whether it is known if the promise is kept; a measurement that is missing tells nothing. */
    public boolean known() {
        return silent || nowMillis.isPresent();
    }

    /** A request over a path that does not answer keeps no promise. */
    public boolean kept() {
        return !silent && nowMillis.filter(now -> now < limitMillis).isPresent();
    }

    /** Share of the limit that the latency reaches; the larger, the worse. 0 if it is unknown. */
    public double reached() {
        return silent ? Double.POSITIVE_INFINITY : nowMillis.map(now -> now / limitMillis).orElse(0.0);
    }
}
