package org.caravan.plan.figure;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.DoubleStream;
import org.caravan.infrastructure.Infrastructure;
import org.caravan.plan.CostAllocation;
import org.caravan.plan.DeploymentPlan;
import org.caravan.problem.OtherPlacement;
import org.caravan.problem.PlacementProblems;
import org.caravan.problem.Reservation;
import org.caravan.unit.MonthlyCost;

/**
 * Cost allocation: divides the price of hosts among their applications, half by reserved CPU and half by reserved memory. The shares add
 * up to the whole, apart from rounding to cents. For information only; the cost of a plan is the cost it adds
 * (docs/decisions/objectives.md).
 */
public final class CostAllocations {

    private CostAllocations() {}

    /**
     * Shares of the hosts of the plan, sorted; hosts that no longer exist are omitted.
     *
     * @param elsewhere reservations of other applications, by host
     */
    public static List<CostAllocation> of(Infrastructure infrastructure, DeploymentPlan plan, Map<String, Reservation> elsewhere) {
        Map<String, MonthlyCost> prices = HostCosts.prices(infrastructure);
        return new TreeMap<>(PlacementProblems.reservations(plan.asOtherPlacements())).entrySet().stream()
                .filter(own -> prices.containsKey(own.getKey()))
                .map(own -> share(own.getKey(), prices.get(own.getKey()), own.getValue(), Optional.ofNullable(elsewhere.get(own.getKey()))))
                .toList();
    }

    /** The same with the placements of all other applications. */
    public static List<CostAllocation> of(Infrastructure infrastructure, DeploymentPlan plan, List<OtherPlacement> others) {
        return of(infrastructure, plan, PlacementProblems.reservations(others));
    }

    private static CostAllocation share(String hostId, MonthlyCost whole, Reservation own, Optional<Reservation> others) {
        double part = others.map(theirs -> part(own, own.plus(theirs))).orElse(1.0);
        return new CostAllocation(hostId, whole, new MonthlyCost(Math.round(whole.value() * part)), others.isPresent());
    }

    private static double part(Reservation own, Reservation all) {
        return DoubleStream.of((double) own.cpu().value() / all.cpu().value(), (double) own.memory().value() / all.memory().value())
                .filter(Double::isFinite).average().orElse(0.5);
    }
}
