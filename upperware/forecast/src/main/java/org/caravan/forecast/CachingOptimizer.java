package org.caravan.forecast;

/**
 * Number of copies for a forecast, by the Caching Optimizer of the paper on edge virtualisation: {@code (predicted - capacity) / capacity
 * of one copy}, rounded up, is the number of copies to add if it is above 0, and to remove if it is below.
 *
 * @param perCopy requests that one copy serves per interval, above 0
 * @param least copies that always run, at least 0
 * @param most copies, not below {@code least}
 */
public record CachingOptimizer(double perCopy, int least, int most) {

    public CachingOptimizer {
        if (!(perCopy > 0) || least < 0 || most < least) {
            throw new IllegalArgumentException("copies " + least + ".." + most + " for " + perCopy + " requests each");
        }
    }

    /**
     * Copies to add (above 0) or to remove (below 0), within the range.
     *
     * @param predicted requests of the interval, at least 0
     * @param copies that run now, at least 0
     */
    public int change(double predicted, int copies) {
        double missing = Math.ceil((predicted - copies * perCopy) / perCopy);
        // A forecast may exceed every int: the range is applied before the conversion.
        return (int) Math.max(least, Math.min(most, copies + missing)) - copies;
    }
}
