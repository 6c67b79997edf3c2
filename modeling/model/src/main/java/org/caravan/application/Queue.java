package org.caravan.application;

import org.caravan.unit.RequestRate;

/**
 * Requests that come to one replica and wait there until it serves them: an M/M/1 queue. They come at random and independent of each other (Poisson; what comes to
 * a component is split among its replicas at random, each getting an equal share), are served one after the other in the order in which they came, and take times that are
 * distributed exponentially around 1 / capacity. Source: L. Kleinrock, "Queueing Systems", volume 1, 1975, chapter 3.
 *
 * @param arrivals at this replica
 * @param capacity of it, above 0
 */
public record Queue(RequestRate arrivals, RequestRate capacity) {

    private static final double MILLIS_PER_SECOND = 1_000;
    /** By how much a utilisation must stay below 1: rates are sums of products, and rounding must not make 100 % of an exactly full replica look like less. */
    private static final double ROUNDING = 1e-12;

    public Queue {
        if (!(capacity.value() > 0)) {
            throw new IllegalArgumentException("a replica serves some requests: " + capacity);
        }
    }

    /** Part of the time that the replica is busy; from 1 on, the queue only grows. */
    public double utilisation() {
        return arrivals.value() / capacity.value();
    }

    /** Whether the utilisation is below 1, the condition for a steady state: else the queue grows without bound. */
    public boolean stable() {
        return utilisation() < 1 - ROUNDING;
    }

    /** Least number of replicas at which each one's queue is stable; at least 1. @param rate at all replicas together @param capacity of one */
    static int replicasNeeded(RequestRate rate, RequestRate capacity) {
        double full = rate.value() / capacity.value() / (1 - ROUNDING);
        return (int) Math.max(1, Math.min(Integer.MAX_VALUE, Math.floor(full) + 1));
    }

    /** Mean time in ms from coming to being served, service not included; infinite where the queue only grows. */
    public double meanMillis() {
        return stable() ? utilisation() * scale() : Double.POSITIVE_INFINITY;
    }

    /**
     * Time in ms that this part of the requests waits at most; 0 where so many do not wait at all, infinite where the queue only grows.
     *
     * @param share above 0 and below 1
     */
    public double quantileMillis(double share) {
        return stable() ? Math.max(0, Math.log(utilisation() / (1 - share)) * scale()) : Double.POSITIVE_INFINITY;
    }

    /** Of those that wait at all, the mean. */
    private double scale() {
        return MILLIS_PER_SECOND / (capacity.value() - arrivals.value());
    }
}
