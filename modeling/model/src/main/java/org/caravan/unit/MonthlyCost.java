package org.caravan.unit;

import java.util.Locale;

/** Cost per month in cents of a euro. Never negative. */
public record MonthlyCost(long value) implements Comparable<MonthlyCost> {

    public MonthlyCost {
        if (value < 0) {
            throw new IllegalArgumentException("a cost must not be negative: " + value);
        }
    }

    public static final MonthlyCost ZERO = new MonthlyCost(0);
    /** A month has 730 hours, as in the billing of providers that charge by the hour. */
    public static final long SECONDS_PER_MONTH = 730 * 3_600L;

    @Override
    public int compareTo(MonthlyCost other) {
        return Long.compare(value, other.value);
    }

    public MonthlyCost plus(MonthlyCost other) {
        return new MonthlyCost(Math.addExact(value, other.value));
    }

    /** In euros with two decimals: {@code 92.00 EUR/month}. */
    @Override
    public String toString() {
        return String.format(Locale.ROOT, "%d.%02d EUR/month", value / 100, value % 100);
    }
}
