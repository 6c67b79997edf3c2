package org.caravan.unit;

/**
 * Amount of data or memory in bytes. Never negative.
 */
public record Bytes(long value) implements Comparable<Bytes> {

    public Bytes {
        if (value < 0) {
            throw new IllegalArgumentException("an amount of bytes must not be negative: " + value);
        }
    }

    @Override
    public int compareTo(Bytes other) {
        return Long.compare(value, other.value);
    }

    public static Bytes ofMebi(long mebibytes) {
        return new Bytes(Math.multiplyExact(mebibytes, 1L << 20));
    }

    public Bytes plus(Bytes other) {
        return new Bytes(Math.addExact(value, other.value));
    }

    /** In the largest binary unit (IEC 80000-13) that divides the amount: {@code 96 MiB}, {@code 1500 B}. */
    @Override
    public String toString() {
        String[] names = {"B", "KiB", "MiB", "GiB", "TiB"};
        int power = value == 0 ? 0 : Math.min(4, Long.numberOfTrailingZeros(value) / 10);
        return (value >> (10 * power)) + " " + names[power];
    }
}
