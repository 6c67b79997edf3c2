package org.caravan.unit;

import java.util.Locale;

/**
 * Data rate in bit/s. Never negative.
 */
public record BitRate(long value) implements Comparable<BitRate> {

    public static final BitRate ZERO = new BitRate(0);

    public BitRate {
        if (value < 0) {
            throw new IllegalArgumentException("a bit rate must not be negative: " + value);
        }
    }

    @Override
    public int compareTo(BitRate other) {
        return Long.compare(value, other.value);
    }

    public static BitRate ofMbps(double megabitsPerSecond) {
        return new BitRate(Math.round(megabitsPerSecond * 1e6));
    }

    /** Time to send {@code amount} at this rate; the rate must be above 0. */
    public Millis timeFor(Bytes amount) {
        if (value == 0) {
            throw new ArithmeticException("nothing is ever sent at 0 bit/s");
        }
        return new Millis(amount.value() * 8_000.0 / value);
    }

    /** In Mbit/s with one decimal, the unit of network papers: {@code 20.4 Mbit/s}. */
    @Override
    public String toString() {
        return String.format(Locale.ROOT, "%.1f Mbit/s", value / 1e6);
    }
}
