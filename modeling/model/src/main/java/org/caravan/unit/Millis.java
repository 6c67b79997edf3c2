package org.caravan.unit;

import java.util.Locale;

/**
 * Duration or latency in milliseconds. Finite, never negative.
 */
public record Millis(double value) implements Comparable<Millis> {

    public Millis {
        if (!(value >= 0) || Double.isInfinite(value)) {
            throw new IllegalArgumentException("a duration in ms must be a finite number that is not negative: " + value);
        }
    }

    public static final Millis ZERO = new Millis(0);

    @Override
    public int compareTo(Millis other) {
        return Double.compare(value, other.value);
    }

    public Millis plus(Millis other) {
        return new Millis(value + other.value);
    }

    public Millis times(double factor) {
        return new Millis(value * factor);
    }

    /** With one decimal: {@code 31.4 ms}. */
    @Override
    public String toString() {
        return String.format(Locale.ROOT, "%.1f ms", value);
    }
}
