package org.caravan.problem.hop;

import java.util.function.ToDoubleFunction;
import org.caravan.application.ApplicationModel;
import org.caravan.application.Hop;
import org.caravan.application.Request;
import org.caravan.application.Users;
import org.caravan.problem.RttStatistic;
import org.caravan.unit.Millis;

/** Service times that the hops of requests declare, summed as latencies are: those of all hops, one after the other. */
public final class DeclaredService {

    private static final double TAIL = 99;

    private final ApplicationModel application;
    private final boolean any;

    public DeclaredService(ApplicationModel application) {
        this.application = application;
        this.any = application.requests().stream().flatMap(request -> request.hops().stream()).anyMatch(hop -> hop.service().isPresent());
    }

    /** Whether a hop declares a service time; otherwise all times are 0. */
    public boolean any() {
        return any;
    }

    /** Part of a latency with this statistic; 0 if the hop declares none. */
    public static Millis at(Hop hop, RttStatistic statistic) {
        return hop.service().map(service -> switch (statistic) {
            case MEAN, PROMISED_MEAN -> service.mean();
            case P95, PROMISED_P95 -> service.p95();
            case PROMISED_P99 -> service.at(TAIL);
        }).orElse(Millis.ZERO);
    }

    /** Of one request of these users: the sum over its hops. */
    public Millis of(Request request, Users users, RttStatistic statistic) {
        return sum(request, users, hop -> at(hop, statistic).value());
    }

    /**
     * Service time used for an SLO: the sum over the hops of {@link Hop.Service#at}. A sum of percentiles overestimates the percentile of
     * the sum.
     *
     * @param percentile above 0 and below 100
     */
    public Millis promised(Request request, Users users, double percentile) {
        return sum(request, users, hop -> hop.service().map(service -> service.at(percentile).value()).orElse(0.0));
    }

    private Millis sum(Request request, Users users, ToDoubleFunction<Hop> time) {
        return any ? new Millis(application.hops(request, users).stream().mapToDouble(time).sum()) : Millis.ZERO;
    }
}
