package org.caravan.solver.model;

import java.util.List;
import java.util.Optional;
import java.util.function.IntToLongFunction;
import java.util.function.IntUnaryOperator;
import org.caravan.application.Slo;
import org.caravan.application.Users;
import org.caravan.problem.QueueingDelay;
import org.caravan.problem.RttStatistic;
import org.caravan.unit.Millis;

/**
 * Request path with an SLO: one SLO of a request for one group of users.
 *
 * @param waitingMicros queueing delay at replicas and service time on the fastest host in microseconds, independent of the placement
 * @param statistic path statistic used for this SLO
 * @param service service time beyond that on the fastest host; empty if all hosts are equally fast, or with parallel calls
 * @param parallel calls at the same time; empty if the latency is the sum over legs and service times
 */
public record RequestPath(int index, Slo slo, Users users, long waitingMicros, RttStatistic statistic, List<ServiceLeg> service,
        Optional<ParallelCalls> parallel) {

    /** Request path without parallel calls. */
    public RequestPath(int index, Slo slo, Users users, long waitingMicros, RttStatistic statistic, List<ServiceLeg> service) {
        this(index, slo, users, waitingMicros, statistic, service, Optional.empty());
    }

    public RequestPath(int index, Slo slo, Users users, long waitingMicros) {
        this(index, slo, users, waitingMicros, RttStatistic.of(slo.percentile()), List.of());
    }

    /** Request path without queueing delay. */
    public RequestPath(int index, Slo slo, Users users) {
        this(index, slo, users, 0);
    }

    /**
     * Latency that depends on the placement, in microseconds.
     *
     * @param legs indices of its legs
     * @param ofLeg slowest pair of a leg
     * @param platforms by instance; {@link Position#NONE} if it is not placed
     */
    public long micros(List<Integer> legs, IntToLongFunction ofLeg, IntUnaryOperator platforms) {
        return parallel.map(calls -> calls.micros(ofLeg, platforms))
                .orElseGet(() -> legs.stream().mapToLong(ofLeg::applyAsLong).sum() + serviceMicros(platforms));
    }

    /** Service time beyond that on the fastest host, in microseconds; 0 with parallel calls. @param platforms as for {@link #micros} */
    public long serviceMicros(IntUnaryOperator platforms) {
        long sum = 0;
        for (ServiceLeg leg : service) {
            sum += leg.micros(platforms);
        }
        return sum;
    }

    /** Service times by hop that depend on the placement. */
    public List<ServiceLeg> served() {
        return parallel.map(calls -> calls.service().stream().flatMap(Optional::stream).toList()).orElse(service);
    }

    /**
     * Returns the milliseconds by which the SLO is missed, rounded up, at least 1; 0 if it is met.
     *
     * @param micros as by {@link #micros}
     */
    public long missedBy(long micros) {
        long over = micros + waitingMicros - Math.round(slo.limit().value() * 1_000);
        // Reaching the limit is a violation: the latency must be below it.
        return over < 0 ? 0 : over / 1_000 + 1;
    }

    /** Whether the arrival rate exceeds the service rate. */
    public boolean waitsForEver() {
        return waitingMicros >= Math.round(QueueingDelay.WITHOUT_END.value() * 1_000);
    }

    /** Latency including queueing delay. @param micros as for {@link #missedBy} */
    public Millis latency(long micros) {
        return new Millis((micros + waitingMicros) / 1_000.0);
    }

    @Override
    public String toString() {
        return slo.id() + " of " + users.id();
    }
}
