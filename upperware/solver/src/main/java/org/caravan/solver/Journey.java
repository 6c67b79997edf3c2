package org.caravan.solver;

import org.caravan.application.Slo;
import org.caravan.application.Users;
import org.caravan.problem.RttStatistic;
import org.caravan.problem.Waiting;
import org.caravan.unit.Millis;

/**
 * A promise to one group of users: what their request may take.
 *
 * @param waitingMicros that it waits at replicas, wherever these are
 * @param statistic of paths that it is timed by
 */
record Journey(int index, Slo slo, Users users, long waitingMicros, RttStatistic statistic) {

    Journey(int index, Slo slo, Users users, long waitingMicros) {
        this(index, slo, users, waitingMicros, RttStatistic.of(slo.percentile()));
    }

    /** One that waits nowhere. */
    Journey(int index, Slo slo, Users users) {
        this(index, slo, users, 0);
    }

    /**
     * Milliseconds by which the promise is missed, rounded up, at least 1; 0 where it is kept.
     *
     * @param micros that it takes on its way
     */
    long missedBy(long micros) {
        long over = micros + waitingMicros - Math.round(slo.limit().value() * 1_000);
        // The limit itself is missed already: the promise is to stay below.
        return over < 0 ? 0 : over / 1_000 + 1;
    }

    /** Whether more comes than is served. */
    boolean waitsForEver() {
        return waitingMicros >= Math.round(Waiting.WITHOUT_END.value() * 1_000);
    }

    /** As of {@link #missedBy}, with what it waits. */
    Millis latency(long micros) {
        return new Millis((micros + waitingMicros) / 1_000.0);
    }

    @Override
    public String toString() {
        return slo.id() + " of " + users.id();
    }
}
