package org.caravan.plan.figure;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.caravan.measure.PathId;
import org.caravan.measure.schedule.AccessLink;
import org.caravan.plan.DeploymentPlan;
import org.caravan.plan.Egress;
import org.caravan.plan.PathLoad;
import org.caravan.problem.EgressPrices;
import org.caravan.problem.PlacementProblem;
import org.caravan.unit.DataPrice;
import org.caravan.unit.MonthlyCost;

/** Computes the egress of a plan on uplinks with an egress price, in the same way as the planner. */
final class EgressFigures {

    /** @param mills thousandths of a cent */
    private record Sum(DataPrice price, double gib, long mills) {

        Sum plus(Sum other) {
            return new Sum(price, gib + other.gib, mills + other.mills);
        }

        MonthlyCost cost() {
            return new MonthlyCost(EgressPrices.cents(mills));
        }
    }

    private final EgressPrices prices;
    private final Map<AccessLink, Sum> sums = new TreeMap<>();

    private EgressFigures(PlacementProblem problem) {
        this.prices = new EgressPrices(problem.infrastructure());
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
        if (price.value() > 0 && gib > 0) {
            sums.merge(AccessLink.of(path.to()), new Sum(price, gib, EgressPrices.mills(gib, price.value())), Sum::plus);
        }
    }

    /** Uplinks with egress, sorted. */
    List<Egress> all() {
        List<Egress> all = new ArrayList<>();
        sums.forEach((at, sum) -> all.add(new Egress(at, sum.gib(), sum.price(), sum.cost())));
        return all;
    }

    /** Total cost. */
    MonthlyCost cost() {
        return new MonthlyCost(EgressPrices.cents(sums.values().stream().mapToLong(Sum::mills).sum()));
    }
}
