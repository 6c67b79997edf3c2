package org.caravan.solver.model;

import java.util.List;
import org.caravan.application.Goal;
import org.caravan.problem.EgressPrices;
import org.caravan.problem.PlacementProblem;
import org.caravan.problem.UtilityModel;
import org.caravan.problem.hop.DeclaredService;

/**
 * Active optional dimensions of a problem (cost limit, disk, GPUs, power, quotas, egress, utility, start-up, queues, service times).
 * Inactive ones are not
 * evaluated.
 *
 * @param most cost limit in cents per month; {@link Long#MAX_VALUE} if there is no limit
 * @param disk whether any component requests disk
 * @param power weight of the power goal; 0 if there is none
 * @param quotas remaining quotas
 * @param egress whether traffic has a price and the price counts
 * @param utility whether formulas define a utility to maximise
 * @param startup weight of the start-up goal; 0 if there is none
 * @param queues queueing terms of requests at replicas
 * @param gpu whether any component needs a GPU
 * @param service whether hops declare service times and a goal minimises a latency
 * @param excess higher prices of egress above quotas of uplinks
 */
public record ActiveDimensions(long most, boolean disk, double power, List<QuotaLeft> quotas, boolean egress, boolean utility,
        double startup,
        QueueTerms queues, boolean gpu, boolean service, ExcessPrices excess) {

    static final ActiveDimensions NONE = new ActiveDimensions(Long.MAX_VALUE, false, 0);

    /** Without quotas. */
    public ActiveDimensions(long most, boolean disk, double power) {
        this(most, disk, power, List.of(), false, false, 0);
    }

    /** Without GPUs. */
    public ActiveDimensions(long most, boolean disk, double power, List<QuotaLeft> quotas, boolean egress, boolean utility,
            double startup, QueueTerms queues) {
        this(most, disk, power, quotas, egress, utility, startup, queues, false, false, ExcessPrices.NONE);
    }

    /** Without queues and GPUs. */
    public ActiveDimensions(long most, boolean disk, double power, List<QuotaLeft> quotas, boolean egress, boolean utility,
            double startup) {
        this(most, disk, power, quotas, egress, utility, startup, QueueTerms.NONE);
    }

    public static ActiveDimensions of(PlacementProblem problem) {
        return new ActiveDimensions(
                problem.application().supplement().tightestLimit().map(limit -> limit.most().value()).orElse(Long.MAX_VALUE),
                problem.application().components().stream().flatMap(component -> component.forms().stream())
                        .anyMatch(form -> form.disk().isPresent()),
                Goal.weight(problem.application().goals(), Goal.MinimisePower.class),
                Quotas.of(problem),
                EgressPrices.of(problem).any(),
                !new UtilityModel(problem.application()).counted().isEmpty(),
                Goal.weight(problem.application().goals(), Goal.MinimiseStartup.class),
                QueueTerms.of(problem),
                problem.application().components().stream().flatMap(component -> component.forms().stream())
                        .anyMatch(form -> form.gpu().isPresent()),
                new DeclaredService(problem).any()
                        && problem.application().goals().stream().anyMatch(Goal.MinimiseLatency.class::isInstance),
                ExcessPrices.of(problem));
    }

    public boolean limited() {
        return most < Long.MAX_VALUE;
    }

    /** Whether host costs are summed up. */
    public boolean money() {
        return limited() || utility;
    }

    /** Whether any host resource dimension is active. */
    public boolean any() {
        return limited() || disk || gpu || power > 0 || !quotas.isEmpty() || utility || startup > 0 || service;
    }

    /** Hard penalty for exceeding the cost limit. @param money in cents per month */
    public long over(long money) {
        return Math.max(0, money - most);
    }

    public ActiveDimensions withoutLimit() {
        return new ActiveDimensions(Long.MAX_VALUE, disk, power, quotas, egress, utility, startup, queues, gpu, service, excess);
    }

    /** Every placement costs at most as much. */
    public ActiveDimensions withoutExcess() {
        return new ActiveDimensions(most, disk, power, quotas, egress, utility, startup, queues, gpu, service, ExcessPrices.NONE);
    }
}
