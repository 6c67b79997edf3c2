package org.caravan.unit;

import java.math.BigDecimal;

/** Price of data in millionths of a euro per GiB. Never negative. */
public record DataPrice(long value) implements Comparable<DataPrice> {

    public static final DataPrice ZERO = new DataPrice(0);

    public DataPrice {
        if (value < 0) {
            throw new IllegalArgumentException("a price of data must not be negative: " + value);
        }
    }

    @Override
    public int compareTo(DataPrice other) {
        return Long.compare(value, other.value);
    }

    /** Exact text in the modelling language: {@code 0.09 EUR/GiB}. */
    @Override
    public String toString() {
        return BigDecimal.valueOf(value, 6).stripTrailingZeros().toPlainString() + " EUR/GiB";
    }
}
