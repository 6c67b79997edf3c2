package org.caravan.plan.whatif;

/** Electrical power of a host as its operator declared it, in watts; {@code load} is not below {@code idle}. */
public record HostPower(double idle, double load) {

    /** @param busy part of its processor that is reserved, 0 to 1; between idle and load power is taken to be linear */
    double at(double busy) {
        return idle + (load - idle) * Math.min(1, busy);
    }
}
