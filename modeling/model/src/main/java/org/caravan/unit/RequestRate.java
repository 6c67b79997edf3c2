package org.caravan.unit;

import java.math.BigDecimal;
import java.math.MathContext;

/**
 * Requests per second. Finite, never negative.
 */
public record RequestRate(double value) implements Comparable<RequestRate> {

    private static final MathContext DIGITS = new MathContext(12);

    public RequestRate {
        if (!(value >= 0) || Double.isInfinite(value)) {
            throw new IllegalArgumentException("a request rate must be a finite number that is not negative: " + value);
        }
    }

    public RequestRate dividedBy(int equalParts) {
        return new RequestRate(value / equalParts);
    }

    @Override
    public int compareTo(RequestRate other) {
        return Double.compare(value, other.value);
    }

    /** Rounded to 12 significant digits, because sums of shares carry rounding errors. */
    @Override
    public String toString() {
        BigDecimal rounded = new BigDecimal(value, DIGITS);
        return (rounded.signum() == 0 ? "0" : rounded.stripTrailingZeros().toPlainString()) + " requests/s";
    }
}
