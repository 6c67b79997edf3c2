package org.caravan.problem;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.caravan.adapter.Inventory;
import org.caravan.application.ApplicationModel;
import org.caravan.infrastructure.Infrastructure;
import org.caravan.measure.NetworkMatrix;
import org.caravan.measure.schedule.AccessLink;
import org.caravan.unit.BitRate;

/** Creates problems from the knowledge of one moment. Pure: the same input gives the same problem. */
public final class PlacementProblems {

    private PlacementProblems() {}

    /**
     * @param current the application's target plan; empty before its first plan
     * @param others placements of the target plans of all other applications, in any order
     * @param policy its robustness applies if the application does not define its own
     */
    public static PlacementProblem of(
            ApplicationModel application,
            Infrastructure infrastructure,
            Inventory inventory,
            NetworkMatrix network,
            Optional<CurrentTarget> current,
            List<OtherPlacement> others,
            PlanningPolicy policy) {
        return new PlacementProblem(
                application,
                infrastructure,
                inventory,
                network,
                current.map(CurrentTarget::planId),
                current.map(CurrentTarget::generation).orElse(0L) + 1,
                current.map(CurrentTarget::placements).orElse(List.of()),
                reservations(others),
                slots(others),
                application.supplement().robustness().map(policy::withRobustness).orElse(policy))
                .withUplinks(new Uplinks(uplinks(others), Set.of()).answering(
                        others.stream().map(OtherPlacement::responses).reduce(ReservedResponses.NONE, ReservedResponses::plus))
                        .beside(shares(others)));
    }

    private static SortedMap<AccessLink, Double> shares(List<OtherPlacement> others) {
        SortedMap<AccessLink, Double> sums = new TreeMap<>();
        others.forEach(other -> other.shares().forEach((link, share) -> sums.merge(link, share, Double::sum)));
        return sums;
    }

    /** Total reservations of the placements, by host. */
    public static Map<String, Reservation> reservations(List<OtherPlacement> others) {
        Map<String, Reservation> sums = new TreeMap<>();
        others.forEach(other -> sums.merge(other.hostId(), other.reservation(), Reservation::plus));
        return sums;
    }

    private static Map<AccessLink, BitRate> uplinks(List<OtherPlacement> others) {
        Map<AccessLink, BitRate> sums = new TreeMap<>();
        others.forEach(other -> other.uplinks().forEach((link, rate) ->
                sums.merge(link, rate, (one, another) -> new BitRate(one.value() + another.value()))));
        return sums;
    }

    private static Map<String, Set<Integer>> slots(List<OtherPlacement> others) {
        Map<String, Set<Integer>> taken = new TreeMap<>();
        others.forEach(other ->
                taken.computeIfAbsent(other.siteId(), siteId -> new TreeSet<>()).add(other.addressSlot()));
        return taken;
    }
}
