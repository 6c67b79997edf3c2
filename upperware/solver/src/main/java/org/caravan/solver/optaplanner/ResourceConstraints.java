package org.caravan.solver.optaplanner;

import static org.optaplanner.core.api.score.stream.ConstraintCollectors.sumLong;
import static org.optaplanner.core.api.score.stream.ConstraintCollectors.toList;
import static org.optaplanner.core.api.score.stream.Joiners.equal;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.caravan.problem.EgressPrices;
import org.caravan.solver.model.ActiveDimensions;
import org.caravan.solver.model.ExcessPrices;
import org.caravan.solver.model.PenaltyWeights;
import org.caravan.solver.model.Position;
import org.caravan.solver.model.QuotaLeft;
import org.caravan.solver.model.RequestPath;
import org.optaplanner.core.api.score.buildin.hardsoftlong.HardSoftLongScore;
import org.optaplanner.core.api.score.stream.ConstraintFactory;
import org.optaplanner.core.api.score.stream.bi.BiConstraintBuilder;
import org.optaplanner.core.api.score.stream.tri.TriConstraintBuilder;
import org.optaplanner.core.api.score.stream.tri.TriConstraintStream;
import org.optaplanner.core.api.score.stream.uni.UniConstraintBuilder;
import org.optaplanner.core.api.score.stream.uni.UniConstraintStream;

/**
 * Constraints of {@link PlacementConstraintProvider} on disk, GPUs, cost, quotas, power, start-up and utilities. Independent, slower
 * implementation of {@code TermsUse}.
 */
final class ResourceConstraints {

    private ResourceConstraints() {}

    static BiConstraintBuilder<Position, Long, HardSoftLongScore> disk(UniConstraintStream<PlacementEntity> instances) {
        return instances
                .groupBy(PlacementEntity::position, sumLong(entity -> entity.instance().disk(entity.position())))
                .penalizeLong(HardSoftLongScore.ONE_HARD, (position, used) -> PenaltyWeights.memoryOver(used, position.terms().diskFree()));
    }

    static BiConstraintBuilder<Position, Long, HardSoftLongScore> gpus(UniConstraintStream<PlacementEntity> instances) {
        return instances
                .groupBy(PlacementEntity::position, sumLong(entity -> entity.instance().gpus(entity.position())))
                .penalizeLong(HardSoftLongScore.ONE_HARD, (position, used) -> PenaltyWeights.gpusOver(used, position.terms().gpusFree()));
    }

    /** Cost of hosts in use and of egress. */
    static TriConstraintBuilder<Long, Long, ActiveDimensions, HardSoftLongScore> budget(ConstraintFactory factory,
            UniConstraintStream<PlacementEntity> instances) {
        UniConstraintStream<Long> egress = paying(factory)
                .groupBy(sumLong((link, from, to) -> link.mills(from.position(), to.position())),
                        toList((link, from, to) -> link.sent(from.position(), to.position())))
                .map((mills, sent) -> mills + EgressFact.mills(sent));
        return instances
                .groupBy(PlacementEntity::position)
                .groupBy(sumLong(position -> position.terms().money()))
                .join(egress)
                .join(ActiveDimensions.class)
                .penalizeLong(HardSoftLongScore.ONE_HARD, (money, mills, considered) -> considered.over(money + EgressPrices.cents(mills)));
    }

    /** Egress above the quota of each uplink with a higher price. */
    static BiConstraintBuilder<ExcessPrices.Price, Long, HardSoftLongScore> excess(ConstraintFactory factory) {
        return paying(factory)
                .filter((link, from, to) -> link.price(from.position(), to.position()) != null)
                .groupBy((link, from, to) -> link.price(from.position(), to.position()), sumLong((link, from, to) -> link.link().bytes()))
                .penalizeLong(HardSoftLongScore.ONE_SOFT, ExcessPrices.Price::points);
    }

    private static TriConstraintStream<EgressFact, PlacementEntity, PlacementEntity> paying(ConstraintFactory factory) {
        return factory.forEach(EgressFact.class)
                .join(PlacementEntity.class, equal(EgressFact::from, PlacementEntity::index))
                .join(PlacementEntity.class, equal((link, from) -> link.to(), PlacementEntity::index));
    }

    static TriConstraintBuilder<Integer, List<Position>, QuotaLeft, HardSoftLongScore> quota(
            UniConstraintStream<PlacementEntity> instances) {
        return instances
                .filter(entity -> entity.position().terms().rented().bounded())
                .groupBy(PlacementEntity::position)
                .groupBy(position -> position.terms().rented().quota(), toList())
                .join(QuotaLeft.class, equal((quota, rented) -> quota, QuotaLeft::index))
                .penalizeLong(HardSoftLongScore.ONE_HARD, (quota, rented, left) -> left.over(rented));
    }

    /** Idle power of each host in use, plus the power of its instances. */
    static BiConstraintBuilder<Position, Long, HardSoftLongScore> power(UniConstraintStream<PlacementEntity> instances) {
        return instances
                .groupBy(PlacementEntity::position, sumLong(entity -> entity.instance().power(entity.position())))
                .penalizeLong(HardSoftLongScore.ONE_SOFT, (position, busy) -> position.terms().idle() + busy);
    }

    static UniConstraintBuilder<PlacementEntity, HardSoftLongScore> startup(UniConstraintStream<PlacementEntity> instances) {
        return instances.penalizeLong(HardSoftLongScore.ONE_SOFT, entity -> entity.instance().startup(entity.position()));
    }

    static UniConstraintBuilder<PlacementEntity, HardSoftLongScore> service(UniConstraintStream<PlacementEntity> instances) {
        return instances.penalizeLong(HardSoftLongScore.ONE_SOFT, entity -> entity.instance().service(entity.position()));
    }

    /** @param ofLeg slowest pair by index of the leg */
    static long missedBy(RequestPath requestPath, Map<Integer, Long> ofLeg, List<PlacementEntity> instances) {
        Map<Integer, Integer> platforms = new HashMap<>();
        instances.forEach(entity -> platforms.put(entity.index(), entity.position().platform()));
        return requestPath.missedBy(requestPath.micros(List.copyOf(ofLeg.keySet()), leg -> ofLeg.getOrDefault(leg, 0L),
                instance -> platforms.getOrDefault(instance, Position.NONE)));
    }

    static BiConstraintBuilder<List<PlacementEntity>, UtilityConstraint, HardSoftLongScore> parallel(
            UniConstraintStream<PlacementEntity> instances) {
        return instances
                .groupBy(toList())
                .join(UtilityConstraint.class)
                .penalizeLong(HardSoftLongScore.ONE_SOFT, (entity, utility) -> utility.parallelPoints(entity));
    }

    static BiConstraintBuilder<List<PlacementEntity>, UtilityConstraint, HardSoftLongScore> utility(
            UniConstraintStream<PlacementEntity> instances) {
        return instances
                .groupBy(toList())
                .join(UtilityConstraint.class)
                .penalizeLong(HardSoftLongScore.ONE_SOFT, (entity, utility) -> utility.points(entity));
    }
}
