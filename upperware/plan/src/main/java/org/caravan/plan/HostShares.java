package org.caravan.plan;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.DoubleStream;
import org.caravan.infrastructure.Infrastructure;
import org.caravan.problem.OtherPlacement;
import org.caravan.problem.PlacementProblems;
import org.caravan.problem.Reservation;
import org.caravan.unit.MonthlyCost;

/**
 * Splits what hosts cost among the applications on them: half by the processor that is reserved, half by the memory. The shares of all make up the whole, to the
 * cent that each is rounded to. For information alone, not to be confused with the cost of a plan, which is what it adds
 * (docs/decisions/cost-and-power.md).
 */
public final class HostShares {

    private HostShares() {}

    /**
     * Of hosts that the plan uses, sorted; those that the infrastructure does not know any more are left out.
     *
     * @param elsewhere what other applications have reserved, by host
     */
    public static List<HostShare> of(Infrastructure infrastructure, DeploymentPlan plan, Map<String, Reservation> elsewhere) {
        Map<String, MonthlyCost> prices = HostCosts.prices(infrastructure);
        return new TreeMap<>(PlacementProblems.reservations(plan.asOtherPlacements())).entrySet().stream().filter(own -> prices.containsKey(own.getKey()))
                .map(own -> share(own.getKey(), prices.get(own.getKey()), own.getValue(), Optional.ofNullable(elsewhere.get(own.getKey())))).toList();
    }

    /** The same, with all other applications as they are placed. */
    public static List<HostShare> of(Infrastructure infrastructure, DeploymentPlan plan, List<OtherPlacement> others) {
        return of(infrastructure, plan, PlacementProblems.reservations(others));
    }

    private static HostShare share(String hostId, MonthlyCost whole, Reservation own, Optional<Reservation> others) {
        double part = others.map(theirs -> part(own, own.plus(theirs))).orElse(1.0);
        return new HostShare(hostId, whole, new MonthlyCost(Math.round(whole.value() * part)), others.isPresent());
    }

    private static double part(Reservation own, Reservation all) {
        return DoubleStream.of((double) own.cpu().value() / all.cpu().value(), (double) own.memory().value() / all.memory().value())
                .filter(Double::isFinite).average().orElse(0.5);
    }
}
