package org.caravan.infrastructure;

import java.math.BigDecimal;

/**
 * Electrical power of a host in watts.
 *
 * @param idle while nothing runs on it; not negative
 * @param load with its processor fully busy; not below {@code idle}
 */
public record HostPower(double idle, double load) {

    public HostPower {
        if (!(idle >= 0 && load >= idle) || Double.isInfinite(load)) {
            throw new IllegalArgumentException("power rises from what a host takes idle, which is not negative: " + idle + ".." + load + " W");
        }
    }

    /** @param busy part of its processor that is reserved, 0 to 1; between idle and load power is taken to be linear */
    public double at(double busy) {
        return idle + above(busy);
    }

    /** What is added to {@code idle}. @param busy as of {@link #at} */
    public double above(double busy) {
        return (load - idle) * Math.min(1, busy);
    }

    /** As a model states it: {@code 2..4.4 W}. */
    @Override
    public String toString() {
        return plain(idle) + ".." + plain(load) + " W";
    }

    private static String plain(double watts) {
        return watts == 0 ? "0" : new BigDecimal(Double.toString(watts)).stripTrailingZeros().toPlainString();
    }
}
