package org.caravan.problem.hop;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.caravan.application.ApplicationModel;
import org.caravan.application.CallGraph;
import org.caravan.application.Goal;
import org.caravan.application.Hop;
import org.caravan.application.Users;
import org.caravan.problem.PlacementProblem;
import org.caravan.problem.RttStatistic;
import org.caravan.problem.TrafficModel;
import org.caravan.unit.Millis;

/**
 * Service times that the hops of requests declare, on the hosts of a placement: a host twice as fast as the reference host halves them.
 * They are summed as latencies are: those of all hops, one after the other. Of several replicas, the one on the slowest host counts.
 */
public final class DeclaredService {

    private static final double REFERENCE = 1;

    private final ApplicationModel application;
    private final boolean any;
    private final Map<String, Double> speeds;

    public DeclaredService(PlacementProblem problem) {
        this.application = problem.application();
        this.speeds = problem.speeds();
        this.any = application.requests().stream().flatMap(request -> request.hops().stream()).anyMatch(hop -> hop.service().isPresent());
    }

    /** Whether a hop declares a service time; otherwise all times are 0. */
    public boolean any() {
        return any;
    }

    /** Speed of a core of the host, relative to the reference host; 1 if it was not measured. */
    public double speed(String hostId) {
        return speeds.getOrDefault(hostId, REFERENCE);
    }

    /** Empty if the hop declares none. @param hostIds hosts of the replicas of its target */
    public Optional<Hop.Service> on(Collection<String> hostIds, Hop hop) {
        return hop.service().map(service -> service.at(hostIds.stream().mapToDouble(this::speed).min().orElse(REFERENCE)));
    }

    /** Part of a latency with this statistic. */
    public static Millis of(Hop.Service service, RttStatistic statistic) {
        return statistic.isTail() ? service.p95() : service.mean();
    }

    /**
     * Service time on the reference host in all latency goals by component, in ms times weight: for each request with a goal, averaged over
     * its users. Components without one are omitted.
     *
     * @param traffic of the same application
     */
    public Map<String, Double> ofGoals(TrafficModel traffic) {
        Map<String, Double> sums = new TreeMap<>();
        for (Goal goal : any ? application.goals() : List.<Goal>of()) {
            if (goal instanceof Goal.MinimiseLatency latency) {
                for (Users users : traffic.senders(latency.requestId())) {
                    double weight = latency.weight() * traffic.shareOf(users, latency.requestId());
                    List<Hop> hops = application.hops(application.request(latency.requestId()), users);
                    double[] shares = new CallGraph(hops).ofMean();
                    for (int index = 0; index < shares.length; index++) {
                        Hop hop = hops.get(index);
                        double share = weight * shares[index];
                        hop.service().ifPresent(service -> sums.merge(hop.to(), share * service.mean().value(), Double::sum));
                    }
                }
            }
        }
        return sums;
    }
}
