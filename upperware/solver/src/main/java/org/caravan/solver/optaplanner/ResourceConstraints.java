package org.caravan.solver.optaplanner;

import static org.optaplanner.core.api.score.stream.ConstraintCollectors.sumLong;
import static org.optaplanner.core.api.score.stream.ConstraintCollectors.toList;
import static org.optaplanner.core.api.score.stream.Joiners.equal;

import java.util.List;
import org.caravan.problem.EgressPrices;
import org.caravan.solver.model.ActiveDimensions;
import org.caravan.solver.model.PenaltyWeights;
import org.caravan.solver.model.Position;
import org.caravan.solver.model.QuotaLeft;
import org.optaplanner.core.api.score.buildin.hardsoftlong.HardSoftLongScore;
import org.optaplanner.core.api.score.stream.ConstraintFactory;
import org.optaplanner.core.api.score.stream.bi.BiConstraintBuilder;
import org.optaplanner.core.api.score.stream.tri.TriConstraintBuilder;
import org.optaplanner.core.api.score.stream.uni.UniConstraintBuilder;
import org.optaplanner.core.api.score.stream.uni.UniConstraintStream;

/**
 * Constraints of {@link PlacementConstraintProvider} on disk, cost, quotas, power, start-up and utilities. Independent, slower implementation of
 * {@code TermsUse}.
 */
final class ResourceConstraints {

    private ResourceConstraints() {}

    static BiConstraintBuilder<Position, Long, HardSoftLongScore> disk(UniConstraintStream<PlacementEntity> tenants) {
        return tenants
                .groupBy(PlacementEntity::seat, sumLong(seated -> seated.tenant().disk(seated.seat())))
                .penalizeLong(HardSoftLongScore.ONE_HARD, (seat, used) -> PenaltyWeights.memoryOver(used, seat.terms().diskFree()));
    }

    /** Cost of hosts in use and of egress. */
    static TriConstraintBuilder<Long, Long, ActiveDimensions, HardSoftLongScore> budget(ConstraintFactory factory, UniConstraintStream<PlacementEntity> tenants) {
        UniConstraintStream<Long> egress = factory.forEach(EgressFact.class)
                .join(PlacementEntity.class, equal(EgressFact::from, PlacementEntity::index))
                .join(PlacementEntity.class, equal((link, from) -> link.to(), PlacementEntity::index))
                .groupBy(sumLong((link, from, to) -> link.mills(from.seat(), to.seat())));
        return tenants
                .groupBy(PlacementEntity::seat)
                .groupBy(sumLong(seat -> seat.terms().money()))
                .join(egress)
                .join(ActiveDimensions.class)
                .penalizeLong(HardSoftLongScore.ONE_HARD, (money, mills, considered) -> considered.over(money + EgressPrices.cents(mills)));
    }

    static TriConstraintBuilder<Integer, List<Position>, QuotaLeft, HardSoftLongScore> quota(UniConstraintStream<PlacementEntity> tenants) {
        return tenants
                .filter(seated -> seated.seat().terms().rented().bounded())
                .groupBy(PlacementEntity::seat)
                .groupBy(seat -> seat.terms().rented().quota(), toList())
                .join(QuotaLeft.class, equal((quota, rented) -> quota, QuotaLeft::index))
                .penalizeLong(HardSoftLongScore.ONE_HARD, (quota, rented, left) -> left.over(rented));
    }

    /** Idle power of each host in use, plus the power of its instances. */
    static BiConstraintBuilder<Position, Long, HardSoftLongScore> power(UniConstraintStream<PlacementEntity> tenants) {
        return tenants
                .groupBy(PlacementEntity::seat, sumLong(seated -> seated.tenant().power(seated.seat())))
                .penalizeLong(HardSoftLongScore.ONE_SOFT, (seat, busy) -> seat.terms().idle() + busy);
    }

    static UniConstraintBuilder<PlacementEntity, HardSoftLongScore> startup(UniConstraintStream<PlacementEntity> tenants) {
        return tenants.penalizeLong(HardSoftLongScore.ONE_SOFT, seated -> seated.tenant().startup(seated.seat()));
    }

    static BiConstraintBuilder<List<PlacementEntity>, UtilityConstraint, HardSoftLongScore> utility(UniConstraintStream<PlacementEntity> tenants) {
        return tenants
                .groupBy(toList())
                .join(UtilityConstraint.class)
                .penalizeLong(HardSoftLongScore.ONE_SOFT, (seated, utility) -> utility.points(seated));
    }
}
