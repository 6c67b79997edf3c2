package org.caravan.unit;

import java.util.Locale;

/**
 * Requests per second. Finite, never negative.
 */
public record RequestRate(double value) implements Comparable<RequestRate> {

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

    @Override
    public String toString() {
        return String.format(Locale.ROOT, "%s requests/s", value == Math.rint(value) ? Long.toString((long) value) : Double.toString(value));
    }
}
