package org.caravan.solver.optaplanner;

import static org.optaplanner.core.api.score.stream.ConstraintCollectors.count;
import static org.optaplanner.core.api.score.stream.ConstraintCollectors.max;
import static org.optaplanner.core.api.score.stream.ConstraintCollectors.sumLong;
import static org.optaplanner.core.api.score.stream.ConstraintCollectors.toList;
import static org.optaplanner.core.api.score.stream.ConstraintCollectors.toMap;
import static org.optaplanner.core.api.score.stream.Joiners.equal;

import java.util.function.Predicate;
import org.caravan.solver.model.ActiveDimensions;
import org.caravan.solver.model.AntiAffinityPair;
import org.caravan.solver.model.LinkModel;
import org.caravan.solver.model.PenaltyWeights;
import org.caravan.solver.model.Position;
import org.caravan.solver.model.RequestHop;
import org.optaplanner.core.api.score.buildin.hardsoftlong.HardSoftLongScore;
import org.optaplanner.core.api.score.stream.Constraint;
import org.optaplanner.core.api.score.stream.ConstraintFactory;
import org.optaplanner.core.api.score.stream.ConstraintProvider;
import org.optaplanner.core.api.score.stream.tri.TriConstraintStream;
import org.optaplanner.core.api.score.stream.uni.UniConstraintBuilder;
import org.optaplanner.core.api.score.stream.uni.UniConstraintStream;

/**
 * Constraint streams for all hard constraints and goals. They explain plans and verify {@link PlacementScoreCalculator}. Public because
 * OptaPlanner instantiates it.
 */
public final class PlacementConstraintProvider implements ConstraintProvider {

    @Override
    public Constraint[] defineConstraints(ConstraintFactory factory) {
        return new Constraint[] {
            hostCpuNotExceeded(factory),
            hostMemoryNotExceeded(factory),
            architectureSupported(factory),
            locationAllowed(factory),
            dataStaysInPlace(factory),
            replicasApart(factory),
            componentsTogether(factory),
            siteAddressesSuffice(factory),
            linkReachable(factory),
            sloKept(factory),
            pathThroughputSuffices(factory),
            uplinkReservationsFit(factory),
            uplinkLoadFits(factory),
            latencyMinimised(factory),
            costMinimised(factory),
            movesAvoided(factory),
            hostDiskNotExceeded(factory),
            hostGpusNotExceeded(factory),
            budgetKept(factory),
            quotaKept(factory),
            powerMinimised(factory),
            startupMinimised(factory),
            preferencesKept(factory),
            egressMinimised(factory),
            egressAboveQuotasMinimised(factory),
            utilityMaximised(factory),
            hostWithControls(factory),
            utilisationBelowOne(factory),
            waitingMinimised(factory),
            serviceMinimised(factory),
            parallelMinimised(factory)
        };
    }

    Constraint hostCpuNotExceeded(ConstraintFactory factory) {
        return instances(factory).groupBy(PlacementEntity::position, sumLong(entity -> entity.instance().cpu(entity.position())))
                .filter((position, used) -> used > position.cpuFree())
                .penalizeLong(HardSoftLongScore.ONE_HARD, (position, used) -> PenaltyWeights.cpuOver(used, position.cpuFree()))
                .asConstraint(ConstraintName.HOST_CPU.text);
    }

    Constraint hostMemoryNotExceeded(ConstraintFactory factory) {
        return instances(factory).groupBy(PlacementEntity::position, sumLong(entity -> entity.instance().memory(entity.position())))
                .filter((position, used) -> used > position.memoryFree())
                .penalizeLong(HardSoftLongScore.ONE_HARD, (position, used) -> PenaltyWeights.memoryOver(used, position.memoryFree()))
                .asConstraint(ConstraintName.HOST_MEMORY.text);
    }

    Constraint architectureSupported(ConstraintFactory factory) {
        return broken(factory, entity -> !entity.instance().supported(entity.position())).asConstraint(ConstraintName.ARCHITECTURE.text);
    }

    Constraint locationAllowed(ConstraintFactory factory) {
        return broken(factory, entity -> !entity.instance().allowed(entity.position())).asConstraint(ConstraintName.LOCATION.text);
    }

    Constraint dataStaysInPlace(ConstraintFactory factory) {
        return broken(factory, entity -> !entity.instance().keepsData(entity.position())).asConstraint(ConstraintName.DATA.text);
    }

    Constraint replicasApart(ConstraintFactory factory) {
        return factory.forEach(AntiAffinityPair.class)
                .join(PlacementEntity.class, equal(AntiAffinityPair::one, PlacementEntity::index))
                .join(PlacementEntity.class, equal((pair, one) -> pair.other(), PlacementEntity::index))
                .filter((pair, one, other) -> pair.broken(one.instance(), one.position(), other.position()))
                .penalizeLong(HardSoftLongScore.ONE_HARD, (pair, one, other) -> PenaltyWeights.BROKEN)
                .asConstraint(ConstraintName.APART.text);
    }

    Constraint componentsTogether(ConstraintFactory factory) {
        return AffinityConstraints.together(factory);
    }

    Constraint siteAddressesSuffice(ConstraintFactory factory) {
        return instances(factory)
                .filter(entity -> entity.instance().needsSlot(entity.position()))
                .groupBy(entity -> entity.position().site(), count())
                .join(PlacementSolution.SiteSlots.class, equal((site, needed) -> site, PlacementSolution.SiteSlots::site))
                .filter((site, needed, slots) -> needed > slots.free())
                .penalizeLong(HardSoftLongScore.ONE_HARD, (site, needed, slots) -> (needed - slots.free()) * PenaltyWeights.ADDRESS)
                .asConstraint(ConstraintName.ADDRESSES.text);
    }

    Constraint linkReachable(ConstraintFactory factory) {
        return links(factory)
                .filter((link, from, to) -> !link.reachable(from.position(), to.position()))
                .penalizeLong(HardSoftLongScore.ONE_HARD, (link, from, to) -> PenaltyWeights.UNREACHABLE)
                .asConstraint(ConstraintName.REACHABLE.text);
    }

    Constraint sloKept(ConstraintFactory factory) {
        return factory.forEach(RequestHop.class)
                .join(PlacementEntity.class, equal(RequestHop::from, PlacementEntity::index))
                .join(PlacementEntity.class, equal((hop, from) -> hop.to(), PlacementEntity::index))
                .groupBy((hop, from, to) -> hop.leg(),
                        max((RequestHop hop, PlacementEntity from, PlacementEntity to) -> hop.micros(from.position(), to.position())))
                .groupBy((leg, micros) -> leg.requestPath(), toMap((leg, micros) -> leg.index(), (leg, micros) -> micros, Long::sum))
                .join(instances(factory).groupBy(toList()))
                .penalizeLong(HardSoftLongScore.ONE_HARD, ResourceConstraints::missedBy)
                .asConstraint(ConstraintName.PROMISES.text);
    }

    Constraint pathThroughputSuffices(ConstraintFactory factory) {
        return UplinkConstraints.throughput(factory);
    }

    Constraint uplinkReservationsFit(ConstraintFactory factory) {
        return UplinkConstraints.reservations(factory);
    }

    Constraint uplinkLoadFits(ConstraintFactory factory) {
        return UplinkConstraints.loads(factory);
    }

    Constraint latencyMinimised(ConstraintFactory factory) {
        return links(factory).penalizeLong(HardSoftLongScore.ONE_SOFT,
                (link, from, to) -> link.latencyCents(from.position(), to.position()))
                .asConstraint(ConstraintName.LATENCY.text);
    }

    Constraint costMinimised(ConstraintFactory factory) {
        return instances(factory)
                .groupBy(PlacementEntity::position)
                .penalizeLong(HardSoftLongScore.ONE_SOFT, Position::price)
                .asConstraint(ConstraintName.COST.text);
    }

    Constraint movesAvoided(ConstraintFactory factory) {
        return instances(factory).penalizeLong(HardSoftLongScore.ONE_SOFT, entity -> entity.instance().moveCents(entity.position()))
                .asConstraint(ConstraintName.MOVES.text);
    }

    Constraint hostDiskNotExceeded(ConstraintFactory factory) {
        return ResourceConstraints.disk(instances(factory)).asConstraint(ConstraintName.DISK.text);
    }

    Constraint hostGpusNotExceeded(ConstraintFactory factory) {
        return ResourceConstraints.gpus(instances(factory)).asConstraint(ConstraintName.GPU.text);
    }

    Constraint budgetKept(ConstraintFactory factory) {
        return ResourceConstraints.budget(factory, instances(factory)).asConstraint(ConstraintName.BUDGET.text);
    }

    Constraint quotaKept(ConstraintFactory factory) {
        return ResourceConstraints.quota(instances(factory)).asConstraint(ConstraintName.QUOTA.text);
    }

    Constraint startupMinimised(ConstraintFactory factory) {
        return ResourceConstraints.startup(instances(factory)).asConstraint(ConstraintName.STARTUP.text);
    }

    Constraint serviceMinimised(ConstraintFactory factory) {
        return ResourceConstraints.service(instances(factory)).asConstraint(ConstraintName.SERVICE.text);
    }

    Constraint parallelMinimised(ConstraintFactory factory) {
        return ResourceConstraints.parallel(instances(factory)).asConstraint(ConstraintName.PARALLEL.text);
    }

    Constraint powerMinimised(ConstraintFactory factory) {
        return ResourceConstraints.power(instances(factory)).asConstraint(ConstraintName.POWER.text);
    }

    Constraint preferencesKept(ConstraintFactory factory) {
        return AffinityConstraints.preferences(factory);
    }

    Constraint utilityMaximised(ConstraintFactory factory) {
        return ResourceConstraints.utility(instances(factory)).asConstraint(ConstraintName.UTILITY.text);
    }

    Constraint egressMinimised(ConstraintFactory factory) {
        return links(factory).penalizeLong(HardSoftLongScore.ONE_SOFT, (link, from, to) -> link.egressCents(from.position(), to.position()))
                .asConstraint(ConstraintName.EGRESS.text);
    }

    Constraint egressAboveQuotasMinimised(ConstraintFactory factory) {
        return ResourceConstraints.excess(factory).asConstraint(ConstraintName.EXCESS.text);
    }

    Constraint hostWithControls(ConstraintFactory factory) {
        return broken(factory, entity -> !entity.instance().guarded(entity.position())).asConstraint(ConstraintName.GUARDED.text);
    }

    Constraint utilisationBelowOne(ConstraintFactory factory) {
        return factory.forEach(ActiveDimensions.class).filter(considered -> considered.queues().overload() > 0)
                .penalizeLong(HardSoftLongScore.ONE_HARD, considered -> considered.queues().overload())
                .asConstraint(ConstraintName.UTILISATION.text);
    }

    Constraint waitingMinimised(ConstraintFactory factory) {
        return factory.forEach(ActiveDimensions.class).filter(considered -> considered.queues().waiting() > 0)
                .penalizeLong(HardSoftLongScore.ONE_SOFT, considered -> considered.queues().waiting())
                .asConstraint(ConstraintName.WAITING.text);
    }

    private static UniConstraintBuilder<PlacementEntity, HardSoftLongScore> broken(ConstraintFactory factory,
            Predicate<PlacementEntity> where) {
        return instances(factory).filter(where).penalizeLong(HardSoftLongScore.ONE_HARD, entity -> PenaltyWeights.BROKEN);
    }

    private static UniConstraintStream<PlacementEntity> instances(ConstraintFactory factory) {
        return factory.forEach(PlacementEntity.class).filter(entity -> !entity.isUsers());
    }

    private static TriConstraintStream<LinkModel, PlacementEntity, PlacementEntity> links(ConstraintFactory factory) {
        return factory.forEach(LinkModel.class)
                .join(PlacementEntity.class, equal(LinkModel::from, PlacementEntity::index))
                .join(PlacementEntity.class, equal((link, from) -> link.to(), PlacementEntity::index));
    }
}
