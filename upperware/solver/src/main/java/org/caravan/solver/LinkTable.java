package org.caravan.solver;

import java.util.Optional;
import org.caravan.problem.PathChoice;
import org.caravan.problem.RttStatistic;
import org.caravan.problem.Traffic;

/**
 * A link between two tenants, or from users to a tenant, with its path for every pair of sites.
 *
 * @param index in its tables
 * @param from index of a tenant, or the number of tenants + index of the users
 * @param to index of a tenant
 * @param sites number of sites with hosts
 * @param paths by {@link #relation}; null where none is known
 * @param cents part in the weighted sum of latency goals, by relation; 0 where no path is known
 * @param pull microseconds that all requests together spend on it, whether a goal names them or not, by relation: what
 *     decides between seats that are equal by score
 */
record LinkTable(int index, int from, int to, int sites, PathChoice[] paths, long[] cents, long[] pull) {

    /** One index for all that matters of two seats: their sites, and whether they are one host. */
    int relation(Seat fromSeat, Seat toSeat) {
        if (fromSeat.site() < 0) {
            return toSeat.site();
        }
        return fromSeat.index() == toSeat.index()
                ? sites * sites + fromSeat.site()
                : fromSeat.site() * sites + toSeat.site();
    }

    boolean reachable(Seat fromSeat, Seat toSeat) {
        return paths[relation(fromSeat, toSeat)] != null;
    }

    long cents(Seat fromSeat, Seat toSeat) {
        return cents[relation(fromSeat, toSeat)];
    }

    /** Microseconds of the traffic by relation; 0 where no path is known, which is broken already. */
    long[] micros(Traffic traffic, RttStatistic statistic) {
        long[] micros = new long[paths.length];
        for (int relation = 0; relation < paths.length; relation++) {
            micros[relation] = Optional.ofNullable(paths[relation])
                    .map(path -> Math.round(path.latency(traffic, statistic).value() * 1_000))
                    .orElse(0L);
        }
        return micros;
    }
}
