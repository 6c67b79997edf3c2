package org.caravan.unit;

/**
 * Processor share in thousandths of one core; 1000 is one core. Never negative.
 */
public record MilliCores(long value) implements Comparable<MilliCores> {

    public MilliCores {
        if (value < 0) {
            throw new IllegalArgumentException("a processor share must not be negative: " + value);
        }
    }

    @Override
    public int compareTo(MilliCores other) {
        return Long.compare(value, other.value);
    }

    public static MilliCores ofCores(double cores) {
        return new MilliCores(Math.round(cores * 1000));
    }

    public MilliCores plus(MilliCores other) {
        return new MilliCores(value + other.value);
    }

    /** In cores, as in the modelling language: {@code 0.25}. */
    @Override
    public String toString() {
        return value % 1000 == 0 ? Long.toString(value / 1000) : Double.toString(value / 1000.0);
    }
}
