package org.caravan.application;

import org.caravan.unit.RequestRate;

/**
 * M/M/1 queue of requests at one replica. Arrivals are a Poisson process: requests to a component are split among its replicas at random in
 * equal shares. Requests are served one at a time in order of arrival. Service times are distributed exponentially with mean 1 / capacity.
 * Source: L. Kleinrock, "Queueing Systems", volume 1, 1975, chapter 3.
 *
 * @param arrivals arrival rate at this replica
 * @param capacity service rate of the replica, above 0
 */
public record Queue(RequestRate arrivals, RequestRate capacity) {

    private static final double MILLIS_PER_SECOND = 1_000;
    /**
     * Margin below a utilisation of 1. Rates are sums of products; without the margin, rounding could make an exactly full replica look
     * stable.
     */
    private static final double ROUNDING = 1e-12;

    public Queue {
        if (!(capacity.value() > 0)) {
            throw new IllegalArgumentException("a replica serves some requests: " + capacity);
        }
    }

    /** Fraction of time that the replica is busy; from 1 upwards, the queue grows without bound. */
    public double utilisation() {
        return arrivals.value() / capacity.value();
    }

    /** Whether the utilisation is below 1, the condition for a steady state. Otherwise the queue grows without bound. */
    public boolean stable() {
        return utilisation() < 1 - ROUNDING;
    }

    /**
     * Least number of replicas at which the queue of each replica is stable; at least 1.
     *
     * @param rate total rate at all replicas
     * @param capacity service rate of one replica
     */
    static int replicasNeeded(RequestRate rate, RequestRate capacity) {
        double full = rate.value() / capacity.value() / (1 - ROUNDING);
        return (int) Math.max(1, Math.min(Integer.MAX_VALUE, Math.floor(full) + 1));
    }

    /** Mean waiting time in ms, without service time; infinite if the queue is not stable. */
    public double meanMillis() {
        return stable() ? utilisation() * scale() : Double.POSITIVE_INFINITY;
    }

    /**
     * Quantile of the waiting time in ms; 0 if this share of the requests does not wait, infinite if the queue is not stable.
     *
     * @param share above 0 and below 1
     */
    public double quantileMillis(double share) {
        return stable() ? Math.max(0, Math.log(utilisation() / (1 - share)) * scale()) : Double.POSITIVE_INFINITY;
    }

    /** Mean waiting time in ms of the requests that wait. */
    private double scale() {
        return MILLIS_PER_SECOND / (capacity.value() - arrivals.value());
    }
}
