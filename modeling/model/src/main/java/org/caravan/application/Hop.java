package org.caravan.application;

import java.math.BigDecimal;
import java.util.Optional;
import org.caravan.unit.Bytes;
import org.caravan.unit.Millis;

/**
 * One link of a request, with the round trips and the data that the request causes on it.
 *
 * @param from component id, or {@link #USERS}
 * @param to component id
 * @param turns changes of direction (source: Nguyen et al., "Why cloud applications are not ready for the edge (yet)", Fig. 9); at least 1
 * @param bytes payload, both directions together; the mean if it varies between requests
 * @param reads whether the request only reads data of the target, so that a read replica may answer
 * @param service time that the target itself needs for the request on the reference host; empty if not declared
 * @param call whether the answer waits for the hop, and whether a cache can replace it; empty is {@link Call#PLAIN}
 * @param p95Bytes 95th percentile of the payload, above the mean; empty if all requests have the same
 */
public record Hop(String from, String to, int turns, Bytes bytes, boolean reads, Optional<Service> service, Optional<Call> call,
        Optional<Bytes> p95Bytes) {

    /** Source id of hops that start at the users. */
    public static final String USERS = "users";

    /** Hops stored before service times, kinds of calls and percentiles of bytes existed have none. */
    public Hop {
        p95Bytes = p95Bytes == null ? Optional.empty() : p95Bytes.filter(p95 -> !p95.equals(bytes));
        call = call == null ? Optional.empty() : call.filter(one -> !one.equals(Call.PLAIN));
        service = service == null ? Optional.empty() : service;
        if (turns < 1) {
            throw new IllegalArgumentException("a request crosses " + from + " -> " + to + " with at least 1 turn: " + turns);
        }
        if (p95Bytes.filter(p95 -> p95.compareTo(bytes) < 0).isPresent()) {
            throw new IllegalArgumentException("the 95th percentile of bytes is not below the mean: " + bytes + ", " + p95Bytes.get());
        }
    }

    /** Hop with the same payload for all requests. */
    public Hop(String from, String to, int turns, Bytes bytes, boolean reads, Optional<Service> service, Optional<Call> call) {
        this(from, to, turns, bytes, reads, service, call, Optional.empty());
    }

    /** Hop that is called like this. */
    public Hop(String from, String to, int turns, Bytes bytes, boolean reads, Optional<Service> service, Call call) {
        this(from, to, turns, bytes, reads, service, Optional.of(call));
    }

    /** Hop for which the answer waits, without a cache. */
    public Hop(String from, String to, int turns, Bytes bytes, boolean reads, Optional<Service> service) {
        this(from, to, turns, bytes, reads, service, Optional.empty());
    }

    /** Hop without a declared service time. */
    public Hop(String from, String to, int turns, Bytes bytes, boolean reads) {
        this(from, to, turns, bytes, reads, Optional.empty());
    }

    /** Hop that may change data. */
    public Hop(String from, String to, int turns, Bytes bytes) {
        this(from, to, turns, bytes, false);
    }

    /** Returns a copy with another target component. */
    public Hop to(String changed) {
        return new Hop(from, changed, turns, bytes, reads, service, call, p95Bytes);
    }

    /** Returns a copy whose target needs this time for the request. */
    public Hop serving(Service declared) {
        return new Hop(from, to, turns, bytes, reads, Optional.of(declared), call, p95Bytes);
    }

    /** Returns a copy that is called like this. */
    public Hop as(Call changed) {
        return new Hop(from, to, turns, bytes, reads, service, Optional.of(changed), p95Bytes);
    }

    /** Returns a copy whose payload varies between requests. @param p95 95th percentile, not below the mean */
    public Hop varying(Optional<Bytes> p95) {
        return new Hop(from, to, turns, bytes, reads, service, call, p95);
    }

    /** Payload at a percentile, in bytes; at least the mean. @param percentile above 0 and below 100 */
    public double bytesAt(double percentile) {
        return payload().percentile(percentile);
    }

    /** Share of requests with a greater payload, 0 to 1. @param limit in bytes, not negative */
    public double shareAbove(double limit) {
        return payload().above(limit);
    }

    private ExponentialTail payload() {
        return new ExponentialTail(bytes.value(), p95Bytes.orElse(bytes).value());
    }

    /** As a model declares it: {@code 8 KiB}, or {@code 8..40 KiB} with mean and 95th percentile. */
    public String bytesText() {
        String mean = bytes.toString();
        return p95Bytes.map(Bytes::toString).map(p95 -> {
            String unit = p95.substring(p95.indexOf(' '));
            return (mean.endsWith(unit) ? mean.substring(0, mean.length() - unit.length()) : mean) + ".." + p95;
        }).orElse(mean);
    }

    /** Whether the answer waits for the hop, and its cache. */
    public Call called() {
        return call.orElse(Call.PLAIN);
    }

    /** Round trips of the hop: one turn is one round trip, every two more turns add one. All conversions use this method. */
    public double roundTrips() {
        return (turns + 1) / 2.0;
    }

    public boolean fromUsers() {
        return from.equals(USERS);
    }

    /**
     * How a hop is called.
     *
     * @param async whether the answer does not wait for it
     * @param parallel whether it is made at the same time as the hop of its caller before it
     * @param cache of the caller; empty if there is none
     */
    public record Call(boolean async, boolean parallel, Optional<Cache> cache) {

        public static final Call PLAIN = new Call(false, Optional.empty());

        public Call {
            cache = cache == null ? Optional.empty() : cache;
        }

        /** Call after those before it. */
        public Call(boolean async, Optional<Cache> cache) {
            this(async, false, cache);
        }

        /** Share of requests for which the call is not needed, 0 to 1. */
        public double hits() {
            return cache.map(Cache::hits).orElse(0.0);
        }
    }

    /**
     * Cache of answers at the caller.
     *
     * @param hits share of requests that it answers, above 0 and at most 1
     * @param stale age up to which it answers; empty if its answers are never stale, for example because writes invalidate them
     */
    public record Cache(double hits, Optional<Millis> stale) {

        public Cache {
            stale = stale == null ? Optional.empty() : stale;
            if (!(hits > 0 && hits <= 1)) {
                throw new IllegalArgumentException("a cache answers a share of requests above 0 and at most 1: " + hits);
            }
        }
    }

    /**
     * Service time on the reference host: time between the arrival of a request and its answer without round trips, without waiting for
     * other requests, and without the calls that the component makes meanwhile.
     *
     * @param mean not negative
     * @param p95 95th percentile, not below the mean
     */
    public record Service(Millis mean, Millis p95) {

        public Service {
            if (!(mean.value() >= 0 && p95.compareTo(mean) >= 0)) {
                throw new IllegalArgumentException("a service time has a mean of at least 0 and a 95th percentile not below it: "
                        + mean + ", " + p95);
            }
        }

        /** The same time for each request. */
        public Service(Millis always) {
            this(always, always);
        }

        /**
         * Time used for a percentile: on the exponential tail through mean and 95th percentile, but at least the mean, because service
         * times of several hops are added.
         *
         * @param percentile above 0 and below 100
         */
        public Millis percentile(double percentile) {
            return new Millis(tail().percentile(percentile));
        }

        /** On the same tail: below the mean, and not negative. */
        public Millis median() {
            return new Millis(tail().median());
        }

        private ExponentialTail tail() {
            return new ExponentialTail(mean.value(), p95.value());
        }

        /**
         * The mean on the exponential tail through a median and a 95th percentile: the inverse of {@link #median}.
         *
         * @param median in ms
         * @param p95 in ms
         */
        public static double meanOnTail(double median, double p95) {
            return ExponentialTail.meanOf(median, p95);
        }

        /** On a host of another speed. @param speed relative to the reference host, above 0; twice the speed halves the time */
        public Service at(double speed) {
            return speed == 1 ? this : new Service(mean.times(1 / speed), p95.times(1 / speed));
        }

        /** As a model declares it: {@code 4 ms}, or {@code 4..9 ms}. */
        @Override
        public String toString() {
            String typical = BigDecimal.valueOf(mean.value()).stripTrailingZeros().toPlainString();
            return (mean.equals(p95) ? typical : typical + ".." + BigDecimal.valueOf(p95.value()).stripTrailingZeros().toPlainString())
                    + " ms";
        }
    }

    /**
     * Distribution of a figure that varies between requests, known by its mean and 95th percentile: a constant plus an exponential
     * distribution. If both are equal, all requests have the same value.
     *
     * @param mean not negative
     * @param p95 not below the mean
     */
    private record ExponentialTail(double mean, double p95) {

        private static final double KNOWN = 95;
        private static final double MEDIAN = 50;

        /** At least the mean, because figures of several hops are added. @param percentile above 0 and below 100 */
        double percentile(double percentile) {
            return mean + Math.max(0, beyond(percentile)) * (p95 - mean);
        }

        /** Below the mean, and not negative. */
        double median() {
            return Math.max(0, mean + beyond(MEDIAN) * (p95 - mean));
        }

        /**
         * Share of requests with a greater value, 0 to 1. If the distribution would have values below 0, which count as 0, it is multiplied
         * so that the integral over all values is the mean.
         */
        double above(double value) {
            double scale = (p95 - mean) / (-Math.log1p(-KNOWN / 100) - 1);
            if (scale == 0) {
                return mean > value ? 1 : 0;
            }
            double least = mean - scale;
            double share = Math.min(1, Math.exp((least - value) / scale));
            return least < 0 ? share * mean / (scale * Math.exp(least / scale)) : share;
        }

        /** The mean on the tail through a median and a 95th percentile: the inverse of {@link #median}. */
        static double meanOf(double median, double p95) {
            return (median - beyond(MEDIAN) * p95) / (1 - beyond(MEDIAN));
        }

        /** Distance from the mean, in distances of the 95th percentile from it: −0.15 for the median. */
        private static double beyond(double percentile) {
            return (-Math.log1p(-percentile / 100) - 1) / (-Math.log1p(-KNOWN / 100) - 1);
        }
    }
}
