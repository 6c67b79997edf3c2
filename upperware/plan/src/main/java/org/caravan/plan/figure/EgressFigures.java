package org.caravan.plan.figure;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.caravan.measure.PathId;
import org.caravan.measure.schedule.AccessLink;
import org.caravan.plan.DeploymentPlan;
import org.caravan.plan.Egress;
import org.caravan.plan.PathLoad;
import org.caravan.problem.EgressPrices;
import org.caravan.problem.EgressPrices.Excess;
import org.caravan.problem.PlacementProblem;
import org.caravan.unit.DataPrice;
import org.caravan.unit.MonthlyCost;

/** Computes the egress of a plan on uplinks with an egress price or a price above a quota, in the same way as the planner. */
final class EgressFigures {

    /** @param bytes in a month @param mills thousandths of a cent, without what is above a quota */
    private record Sum(DataPrice price, double gib, long bytes, long mills) {

        Sum plus(Sum other) {
            return new Sum(price, gib + other.gib, bytes + other.bytes, mills + other.mills);
        }
    }

    private final EgressPrices prices;
    private final Map<AccessLink, Excess> excesses = new TreeMap<>();
    private final Map<AccessLink, Sum> sums = new TreeMap<>();

    private EgressFigures(PlacementProblem problem) {
        this.prices = EgressPrices.of(problem);
        prices.excesses().forEach(excess -> excesses.put(excess.at(), excess));
    }

    static EgressFigures of(PlacementProblem problem, DeploymentPlan plan) {
        EgressFigures figures = new EgressFigures(problem);
        if (figures.prices.any()) {
            PathLoad.of(problem, plan).forEach(load -> figures.add(load.path(), load.gib()));
        }
        return figures;
    }

    private void add(PathId path, double gib) {
        DataPrice price = prices.of(path);
        AccessLink at = AccessLink.of(path.to());
        if (gib > 0 && (price.value() > 0 || !path.withinSite() && excesses.containsKey(at))) {
            sums.merge(at, new Sum(price, gib, EgressPrices.bytes(gib), EgressPrices.mills(gib, price.value())), Sum::plus);
        }
    }

    /** Uplinks with egress, sorted. */
    List<Egress> all() {
        List<Egress> all = new ArrayList<>();
        sums.forEach((at, sum) -> all.add(new Egress(at, sum.gib(), sum.price(), new MonthlyCost(EgressPrices.cents(mills(at, sum))),
                Optional.ofNullable(excesses.get(at)).map(excess -> new Egress.Above(excess.quota(), excess.gibFree(),
                        excess.gibAbove(sum.bytes()))))));
        return all;
    }

    /** Total cost. */
    MonthlyCost cost() {
        return new MonthlyCost(EgressPrices.cents(sums.entrySet().stream().mapToLong(one -> mills(one.getKey(), one.getValue())).sum()));
    }

    private long mills(AccessLink at, Sum sum) {
        return sum.mills() + (excesses.containsKey(at) ? excesses.get(at).mills(sum.bytes()) : 0);
    }
}
