package org.caravan.solver;

import java.util.List;
import org.caravan.application.Goal;
import org.caravan.problem.EgressPrices;
import org.caravan.problem.PlacementProblem;
import org.caravan.problem.UtilityModel;

/**
 * What of disk, money and power counts in a problem; what does not is never reckoned.
 *
 * @param most cents per month that a plan may cost; the greatest number where there is no limit
 * @param disk whether anybody asks for disk
 * @param power weight of the goal on power; 0 where there is none
 * @param quotas what is left of each
 * @param egress whether traffic costs anything, and that counts
 * @param utility whether formulas say what is to be made large
 * @param startup weight of the goal on startup; 0 where there is none
 * @param queues of requests at replicas
 */
record Considered(long most, boolean disk, double power, List<QuotaLeft> quotas, boolean egress, boolean utility, double startup, QueueTerms queues) {

    static final Considered NONE = new Considered(Long.MAX_VALUE, false, 0);

    /** Without quotas. */
    Considered(long most, boolean disk, double power) {
        this(most, disk, power, List.of(), false, false, 0);
    }

    /** Without queues. */
    Considered(long most, boolean disk, double power, List<QuotaLeft> quotas, boolean egress, boolean utility, double startup) {
        this(most, disk, power, quotas, egress, utility, startup, QueueTerms.NONE);
    }

    static Considered of(PlacementProblem problem) {
        return new Considered(
                problem.application().supplement().tightestLimit().map(limit -> limit.most().value()).orElse(Long.MAX_VALUE),
                problem.application().components().stream().flatMap(component -> component.forms().stream()).anyMatch(form -> form.disk().isPresent()),
                Goal.weight(problem.application().goals(), Goal.MinimisePower.class),
                Quotas.of(problem),
                new EgressPrices(problem.infrastructure()).any(),
                !new UtilityModel(problem.application()).counted().isEmpty(),
                Goal.weight(problem.application().goals(), Goal.MinimiseStartup.class),
                QueueTerms.of(problem));
    }

    boolean limited() {
        return most < Long.MAX_VALUE;
    }

    /** Whether what hosts cost is summed up. */
    boolean money() {
        return limited() || utility;
    }

    /** Whether anything of it counts. */
    boolean any() {
        return limited() || disk || power > 0 || !quotas.isEmpty() || utility || startup > 0;
    }

    /** Hard penalty of what a plan costs. @param money in cents per month */
    long over(long money) {
        return Math.max(0, money - most);
    }

    Considered withoutLimit() {
        return new Considered(Long.MAX_VALUE, disk, power, quotas, egress, utility, startup, queues);
    }
}
