package org.caravan.plan;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.caravan.adapter.InstanceId;
import org.caravan.measure.PathId;
import org.caravan.measure.schedule.AccessLink;
import org.caravan.problem.ReservedResponses;
import org.caravan.unit.BitRate;

/**
 * Minimum of a called copy on the path that its responses take to a caller at another site, and at the access link of the caller.
 * Users' access is not reserved.
 *
 * @param path from the caller to the called copy
 * @param min above 0
 */
record ReservedResponse(InstanceId instance, PathId path, BitRate min) {

    private record Sender(InstanceId instance, AccessLink at) {}

    /** Each copy once for each path, sorted. */
    static List<ReservedResponse> of(DeploymentPlan plan) {
        Map<Sender, BitRate> minima = plan.bandwidth().stream().filter(one -> one.min().value() > 0)
                .collect(Collectors.toMap(one -> new Sender(one.instance(), one.at()), BandwidthReservation::min));
        return minima.isEmpty() ? List.of() : plan.links().stream().filter(link -> !link.path().withinSite())
                .flatMap(link -> Stream.ofNullable(minima.get(new Sender(link.to(), AccessLink.of(link.path().to()))))
                        .map(min -> new ReservedResponse(link.to(), link.path(), min)))
                .distinct().sorted(Comparator.comparing(ReservedResponse::instance).thenComparing(ReservedResponse::path)).toList();
    }

    /** Access link of the caller. */
    AccessLink into() {
        return AccessLink.of(path.from());
    }

    /** Those of one copy. */
    static ReservedResponses sums(List<ReservedResponse> ofOneCopy) {
        return new ReservedResponses(largest(ofOneCopy, ReservedResponse::path), largest(ofOneCopy, ReservedResponse::into));
    }

    private static <K> SortedMap<K, BitRate> largest(List<ReservedResponse> ofOneCopy, Function<ReservedResponse, K> at) {
        SortedMap<K, BitRate> rates = new TreeMap<>();
        ofOneCopy.forEach(one -> rates.merge(at.apply(one), one.min(), (first, second) -> first.compareTo(second) < 0 ? second : first));
        return rates;
    }
}
