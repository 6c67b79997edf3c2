package org.caravan.forecast;

import java.util.Optional;

/**
 * Detects that counts depart from their forecast: two cumulative sums (CUSUM) of standardised errors, one upwards, one downwards (source:
 * Page, Continuous Inspection Schemes, 1954). An error within one standard deviation does not accumulate; a sum above 5 is a change, after
 * which both start at 0. For normal errors that is less than one false alarm in 10,000 intervals, for Poisson counts from 1 per interval
 * less than one in 1,000.
 *
 * @param above cumulative sum of counts above the forecast, 0 to 5
 * @param below cumulative sum of counts below the forecast, 0 to 5
 * @param change direction of the change that the newest count completed
 */
public record ChangeDetector(double above, double below, Optional<Direction> change) {

    /** Before the first count. */
    public static final ChangeDetector START = new ChangeDetector(0, 0, Optional.empty());

    /** Direction of a change. */
    public enum Direction { RISE, FALL }

    private static final double ALLOWANCE = 1;
    private static final double ALARM = 5;

    /**
     * The detector after one more count. A gap changes nothing.
     *
     * @param forecast band of the interval, made before it began
     */
    public ChangeDetector next(Band forecast, double count) {
        if (Double.isNaN(count)) {
            return new ChangeDetector(above, below, Optional.empty());
        }
        double deviation = Math.max(forecast.deviation(), Math.sqrt(Math.max(1, forecast.expected())));
        double error = (count - forecast.expected()) / deviation;
        double up = Math.max(0, above + error - ALLOWANCE);
        double down = Math.max(0, below - error - ALLOWANCE);
        if (up > ALARM) {
            return new ChangeDetector(0, 0, Optional.of(Direction.RISE));
        }
        return down > ALARM ? new ChangeDetector(0, 0, Optional.of(Direction.FALL)) : new ChangeDetector(up, down, Optional.empty());
    }
}
