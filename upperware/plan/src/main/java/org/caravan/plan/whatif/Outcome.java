package org.caravan.plan.whatif;

import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.caravan.plan.Certificate;
import org.caravan.unit.MonthlyCost;

/**
 * One column of an answer.
 *
 * @param suppositions assumptions of this case alone
 * @param reasons why there is no placement, or the omissions; empty if the whole application is placed
 * @param figures empty if there is no placement
 */
public record Outcome(String name, Kind kind, List<String> suppositions, List<String> reasons, Optional<Figures> figures) {

    public Outcome {
        suppositions = List.copyOf(suppositions);
        reasons = List.copyOf(reasons);
    }

    /** Kind of column. */
    public enum Kind {
        /** The running plan. */
        NOW,
        /** The planner's result without the assumptions of a case. */
        OPTIMUM,
        /** The running plan under the assumptions of the case. */
        STAY,
        /** The planner's result under the assumptions of the case. */
        CASE
    }

    /**
     * @param latencies in order of the request, then of its users
     * @param meanMillis mean over all requests, weighted by their rates; empty if one is unknown or if none are sent
     * @param watts additional power of the plan, as in its report; empty if the power of a host in use is unknown
     * @param missed SLOs that are missed: {@code fast for bergen}
     * @param instancesBySite names of instances by site
     * @param moves number of instances on another host than in the target
     */
    public record Figures(
            List<Latency> latencies,
            Optional<Double> meanMillis,
            MonthlyCost cost,
            Optional<Double> watts,
            int hosts,
            List<String> missed,
            SortedMap<String, List<String>> instancesBySite,
            int moves,
            Certificate certificate) {

        public Figures {
            latencies = List.copyOf(latencies);
            missed = List.copyOf(missed);
            SortedMap<String, List<String>> bySite = new TreeMap<>();
            instancesBySite.forEach((siteId, instances) -> bySite.put(siteId, List.copyOf(instances)));
            instancesBySite = Collections.unmodifiableSortedMap(bySite);
        }

        /** Latency of one request of these users; empty if one of its hops is unknown. */
        public Optional<Latency> latency(String requestId, String usersId) {
            return latencies.stream()
                    .filter(one -> one.requestId().equals(requestId) && one.usersId().equals(usersId))
                    .findFirst();
        }

    }

    /** Latency of one request of one group of users, in ms. */
    public record Latency(String requestId, String usersId, double meanMillis, double p95Millis) {}
}
