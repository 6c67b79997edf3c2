package org.caravan.server.simulation;

import java.time.Duration;
import java.util.Optional;
import org.caravan.server.forecast.RateForecast;

/** Load of the component web of the shop, and the forecast of its requests. Changes are faults, so that they are shrunk with others. */
final class WorldLoad {

    /**
     * CPU of all copies if no change of the load lasts, in cores; each reserves 0.5. Two copies are neither busy nor idle, more are idle.
     */
    private static final double NEUTRAL = 0.25;
    private static final double IDLE = 0.05;
    private static final double QUIET_PER_SECOND = 5;
    /** Replicas of the model and requests per second of one, as in the language. */
    private static final int LEAST = 2;
    private static final int MOST = 4;
    private static final double CAPACITY = 40;

    private final Turns turns;
    private double rise;
    private int falls;
    private int missing;
    private double expected;
    private int unpredicted;
    private long metricsMissingSince;
    private long forecastChanged;

    WorldLoad(Turns turns) {
        this.turns = turns;
    }

    void begin(Fault fault) {
        change(fault, 1);
    }

    void end(Fault fault) {
        change(fault, -1);
    }

    private void change(Fault fault, int sign) {
        switch (fault.kind()) {
            case LOAD_RISES -> rise += sign * (0.6 + fault.points() / 30.0);
            case LOAD_FALLS -> falls += sign;
            case METRICS_MISSING -> {
                metricsMissingSince = missing == 0 ? turns.nanos() : metricsMissingSince;
                missing += sign;
            }
            case FORECAST_RISES -> {
                forecastChanged = turns.nanos();
                expected += sign * 4.0 * fault.points();
            }
            case FORECAST_MISSING -> {
                forecastChanged = turns.nanos();
                unpredicted += sign;
            }
            default -> throw new IllegalStateException(fault.text());
        }
    }

    boolean metricsMissing() {
        return missing > 0;
    }

    /** How long metrics are missing; zero if they are there. */
    Duration withoutMetrics() {
        return metricsMissing() ? Duration.ofNanos(turns.nanos() - metricsMissingSince) : Duration.ZERO;
    }

    /** Millicores that each of so many copies uses. */
    double milliCoresOf(int copies) {
        return 1_000 * (rise > 0.001 ? Math.min(0.5, rise / copies) : falls > 0 ? IDLE : NEUTRAL / copies);
    }

    RateForecast forecast() {
        double perSecond = perSecond();
        return new RateForecast("home", Duration.ofMinutes(4), unpredicted > 0 ? Optional.empty() : Optional.of(new RateForecast.Expected(
                perSecond, perSecond * 0.8, perSecond * 1.2, "sarima", 0, Double.NaN, Double.NaN)), unpredicted > 0
                ? "the newest 3 intervals were not observed" : "", unpredicted > 0);
    }

    private double perSecond() {
        return QUIET_PER_SECOND + Math.max(0, expected);
    }

    /** Replicas that the forecast needs now: all while it is missing. */
    private int needed() {
        return unpredicted > 0 ? MOST : Math.max(LEAST, Math.min(MOST, (int) Math.ceil(perSecond() / CAPACITY - 1e-9)));
    }

    /** Replicas below which no rule may scale; the least of the model if the forecast changed within this time. */
    int neededThroughout(Duration time) {
        return turns.nanos() - forecastChanged < time.toNanos() ? LEAST : needed();
    }
}
