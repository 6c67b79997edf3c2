package org.caravan.solver.model;

import java.util.List;
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
 * @param service service time beyond that on the fastest host; empty if all hosts are equally fast
 */
public record RequestPath(int index, Slo slo, Users users, long waitingMicros, RttStatistic statistic, List<ServiceLeg> service) {

    public RequestPath(int index, Slo slo, Users users, long waitingMicros) {
        this(index, slo, users, waitingMicros, RttStatistic.of(slo.percentile()), List.of());
    }

    /** Request path without queueing delay. */
    public RequestPath(int index, Slo slo, Users users) {
        this(index, slo, users, 0);
    }

    /** Service time beyond that on the fastest host, in microseconds. @param positions by instance */
    public long serviceMicros(CompiledProblem tables, int[] positions) {
        long sum = 0;
        for (ServiceLeg leg : service) {
            sum += leg.micros(tables, positions);
        }
        return sum;
    }

    /**
     * Returns the milliseconds by which the SLO is missed, rounded up, at least 1; 0 if it is met.
     *
     * @param micros network latency and {@link #serviceMicros} in microseconds
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
