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
 * @param suppositions of this case alone
 * @param reasons why there is no placement, or what it leaves out; empty where all of the application is placed
 * @param figures empty where there is no placement
 */
public record Outcome(String name, Kind kind, List<String> suppositions, List<String> reasons, Optional<Figures> figures) {

    public Outcome {
        suppositions = List.copyOf(suppositions);
        reasons = List.copyOf(reasons);
    }

    /** What a column stands for. */
    public enum Kind {
        /** What runs. */
        NOW,
        /** What the planner finds with nothing pinned. */
        OPTIMUM,
        /** What runs, in the case that is supposed. */
        STAY,
        /** What the planner finds in the case that is supposed. */
        CASE
    }

    /**
     * @param latencies in order of the request, then of its users
     * @param meanMillis of all requests, as users send them; empty where one is unknown, or nobody sends any
     * @param watts that the plan adds, as its report has it; empty where the power of a host in use is not known
     * @param missed promises that are not kept: {@code fast for bergen}
     * @param instancesBySite names of instances by site
     * @param moves instances that are elsewhere than by the target
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

        /** What one request of these users takes; empty where a hop of it is unknown. */
        public Optional<Latency> latency(String requestId, String usersId) {
            return latencies.stream()
                    .filter(one -> one.requestId().equals(requestId) && one.usersId().equals(usersId))
                    .findFirst();
        }

    }

    /** What one request of one group of users takes, in ms. */
    public record Latency(String requestId, String usersId, double meanMillis, double p95Millis) {}
}
