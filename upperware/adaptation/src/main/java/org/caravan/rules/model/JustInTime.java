package org.caravan.rules.model;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import java.util.Optional;
import org.caravan.rules.Limit;

/**
 * Latest time at which replicas that a forecast needs are requested: early enough that they are ready before the forecast step, and not
 * earlier, because a replica that waits for requests costs money.
 *
 * @param needed begin of the first forecast interval that the present replicas cannot serve
 * @param start learned time from the request for a replica until it is ready
 * @param margin time by which the step may come earlier than forecast
 * @param preparation time from the evaluation of the rule until replicas are created: planning and the interval of evaluations
 */
public record JustInTime(Instant needed, Duration start, Duration margin, Duration preparation) {

    /** Part of the forecast interval by which a step may come earlier. */
    private static final double WHOLE = 1;

    /**
     * Time by which a step may come earlier than forecast: an error of the rate shifts the time at which a rising rate passes the capacity
     * by the error divided by the slope.
     *
     * @param interval length of a forecast interval
     * @param error root mean square error of past forecasts, in requests/s; NaN if unknown, which counts as the whole interval
     * @param rise of the forecast at the step, in requests/s
     * @return zero to one interval
     */
    public static Duration margin(Duration interval, double error, double rise) {
        double part = Double.isNaN(error) || !(rise > 0) ? WHOLE : Math.min(WHOLE, error / rise);
        return Duration.ofMillis(Math.round(interval.toMillis() * part));
    }

    /** When replicas are requested. */
    public Instant begin() {
        return needed.minus(start).minus(margin).minus(preparation);
    }

    /** Holds the action until then; empty from then on. */
    public Optional<Limit> limit(Instant now) {
        return now.isBefore(begin()) ? Optional.of(new Limit("just-in-time", String.format(Locale.ROOT,
                "The replicas are needed at %s and take %s to start; with %s for errors of the forecast and %s for planning "
                        + "and evaluation, they are requested at %s.", needed.truncatedTo(ChronoUnit.SECONDS),
                seconds(start), seconds(margin), seconds(preparation),
                begin().truncatedTo(ChronoUnit.SECONDS)), Optional.of(begin()))) : Optional.empty();
    }

    private static String seconds(Duration time) {
        return String.format(Locale.ROOT, "%.1f s", time.toMillis() / 1_000.0);
    }
}
