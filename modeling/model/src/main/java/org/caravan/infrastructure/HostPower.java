package org.caravan.infrastructure;

import java.math.BigDecimal;

/**
 * Electrical power of a host in watts.
 *
 * @param idle power without load; not negative
 * @param load power with a fully busy processor; not below {@code idle}
 */
public record HostPower(double idle, double load) {

    public HostPower {
        if (!(idle >= 0 && load >= idle) || Double.isInfinite(load)) {
            throw new IllegalArgumentException("power rises from what a host takes idle, which is not negative: " + idle + ".." + load
                    + " W");
        }
    }

    /**
     * Power in watts, interpolated linearly between idle and load.
     *
     * @param busy reserved share of the processor, 0 to 1
     */
    public double at(double busy) {
        return idle + above(busy);
    }

    /**
     * Power in watts above {@code idle}.
     *
     * @param busy as in {@link #at}
     */
    public double above(double busy) {
        return (load - idle) * Math.min(1, busy);
    }

    /** Text in the modelling language: {@code 2..4.4 W}. */
    @Override
    public String toString() {
        return plain(idle) + ".." + plain(load) + " W";
    }

    private static String plain(double watts) {
        return watts == 0 ? "0" : new BigDecimal(Double.toString(watts)).stripTrailingZeros().toPlainString();
    }
}
