package org.caravan.solver.optaplanner;

import static org.optaplanner.core.api.score.stream.ConstraintCollectors.count;
import static org.optaplanner.core.api.score.stream.ConstraintCollectors.max;
import static org.optaplanner.core.api.score.stream.ConstraintCollectors.sumLong;
import static org.optaplanner.core.api.score.stream.Joiners.equal;

import java.util.function.Predicate;
import org.caravan.solver.model.Considered;
import org.caravan.solver.model.HardWeight;
import org.caravan.solver.model.Journey;
import org.caravan.solver.model.JourneyHop;
import org.caravan.solver.model.LinkTable;
import org.caravan.solver.model.Seat;
import org.caravan.solver.model.Separated;
import org.optaplanner.core.api.score.buildin.hardsoftlong.HardSoftLongScore;
import org.optaplanner.core.api.score.stream.Constraint;
import org.optaplanner.core.api.score.stream.ConstraintFactory;
import org.optaplanner.core.api.score.stream.ConstraintProvider;
import org.optaplanner.core.api.score.stream.tri.TriConstraintStream;
import org.optaplanner.core.api.score.stream.uni.UniConstraintBuilder;
import org.optaplanner.core.api.score.stream.uni.UniConstraintStream;

/**
 * Constraint streams for all hard constraints and goals. They explain plans and verify {@link SeatingScoreCalculator}. Public because
 * OptaPlanner instantiates it.
 */
public final class SeatingConstraints implements ConstraintProvider {

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
            budgetKept(factory),
            quotaKept(factory),
            powerMinimised(factory),
            startupMinimised(factory),
            preferencesKept(factory),
            egressMinimised(factory),
            utilityMaximised(factory),
            hostGuarded(factory),
            utilisationBelowOne(factory),
            waitingMinimised(factory)
        };
    }

    Constraint hostCpuNotExceeded(ConstraintFactory factory) {
        return tenants(factory).groupBy(SeatedTenant::seat, sumLong(seated -> seated.tenant().cpu(seated.seat())))
                .filter((seat, used) -> used > seat.cpuFree())
                .penalizeLong(HardSoftLongScore.ONE_HARD, (seat, used) -> HardWeight.cpuOver(used, seat.cpuFree()))
                .asConstraint(ConstraintName.HOST_CPU.text);
    }

    Constraint hostMemoryNotExceeded(ConstraintFactory factory) {
        return tenants(factory).groupBy(SeatedTenant::seat, sumLong(seated -> seated.tenant().memory(seated.seat())))
                .filter((seat, used) -> used > seat.memoryFree())
                .penalizeLong(HardSoftLongScore.ONE_HARD, (seat, used) -> HardWeight.memoryOver(used, seat.memoryFree()))
                .asConstraint(ConstraintName.HOST_MEMORY.text);
    }

    Constraint architectureSupported(ConstraintFactory factory) {
        return broken(factory, seated -> !seated.tenant().supported(seated.seat())).asConstraint(ConstraintName.ARCHITECTURE.text);
    }

    Constraint locationAllowed(ConstraintFactory factory) {
        return broken(factory, seated -> !seated.tenant().allowed(seated.seat())).asConstraint(ConstraintName.LOCATION.text);
    }

    Constraint dataStaysInPlace(ConstraintFactory factory) {
        return broken(factory, seated -> !seated.tenant().keepsData(seated.seat())).asConstraint(ConstraintName.DATA.text);
    }

    Constraint replicasApart(ConstraintFactory factory) {
        return factory.forEach(Separated.class)
                .join(SeatedTenant.class, equal(Separated::one, SeatedTenant::index))
                .join(SeatedTenant.class, equal((pair, one) -> pair.other(), SeatedTenant::index))
                .filter((pair, one, other) -> pair.broken(one.tenant(), one.seat(), other.seat()))
                .penalizeLong(HardSoftLongScore.ONE_HARD, (pair, one, other) -> HardWeight.BROKEN)
                .asConstraint(ConstraintName.APART.text);
    }

    Constraint componentsTogether(ConstraintFactory factory) {
        return CouplingConstraints.together(factory);
    }

    Constraint siteAddressesSuffice(ConstraintFactory factory) {
        return tenants(factory)
                .filter(seated -> seated.tenant().needsSlot(seated.seat()))
                .groupBy(seated -> seated.seat().site(), count())
                .join(SeatingPlan.SiteSlots.class, equal((site, needed) -> site, SeatingPlan.SiteSlots::site))
                .filter((site, needed, slots) -> needed > slots.free())
                .penalizeLong(HardSoftLongScore.ONE_HARD, (site, needed, slots) -> (needed - slots.free()) * HardWeight.ADDRESS)
                .asConstraint(ConstraintName.ADDRESSES.text);
    }

    Constraint linkReachable(ConstraintFactory factory) {
        return links(factory)
                .filter((link, from, to) -> !link.reachable(from.seat(), to.seat()))
                .penalizeLong(HardSoftLongScore.ONE_HARD, (link, from, to) -> HardWeight.UNREACHABLE)
                .asConstraint(ConstraintName.REACHABLE.text);
    }

    Constraint sloKept(ConstraintFactory factory) {
        return factory.forEach(JourneyHop.class)
                .join(SeatedTenant.class, equal(JourneyHop::from, SeatedTenant::index))
                .join(SeatedTenant.class, equal((hop, from) -> hop.to(), SeatedTenant::index))
                .groupBy((hop, from, to) -> hop.leg(), max((JourneyHop hop, SeatedTenant from, SeatedTenant to) -> hop.micros(from.seat(), to.seat())))
                .groupBy((leg, micros) -> leg.journey(), sumLong((leg, micros) -> micros))
                .filter((journey, micros) -> journey.missedBy(micros) > 0)
                .penalizeLong(HardSoftLongScore.ONE_HARD, Journey::missedBy)
                .asConstraint(ConstraintName.PROMISES.text);
    }

    Constraint pathThroughputSuffices(ConstraintFactory factory) {
        return LineConstraints.throughput(factory);
    }

    Constraint uplinkReservationsFit(ConstraintFactory factory) {
        return LineConstraints.reservations(factory);
    }

    Constraint uplinkLoadFits(ConstraintFactory factory) {
        return LineConstraints.loads(factory);
    }

    Constraint latencyMinimised(ConstraintFactory factory) {
        return links(factory).penalizeLong(HardSoftLongScore.ONE_SOFT, (link, from, to) -> link.latencyCents(from.seat(), to.seat()))
                .asConstraint(ConstraintName.LATENCY.text);
    }

    Constraint costMinimised(ConstraintFactory factory) {
        return tenants(factory)
                .groupBy(SeatedTenant::seat)
                .penalizeLong(HardSoftLongScore.ONE_SOFT, Seat::price)
                .asConstraint(ConstraintName.COST.text);
    }

    Constraint movesAvoided(ConstraintFactory factory) {
        return tenants(factory).penalizeLong(HardSoftLongScore.ONE_SOFT, seated -> seated.tenant().moveCents(seated.seat()))
                .asConstraint(ConstraintName.MOVES.text);
    }

    Constraint hostDiskNotExceeded(ConstraintFactory factory) {
        return TermsConstraints.disk(tenants(factory)).asConstraint(ConstraintName.DISK.text);
    }

    Constraint budgetKept(ConstraintFactory factory) {
        return TermsConstraints.budget(factory, tenants(factory)).asConstraint(ConstraintName.BUDGET.text);
    }

    Constraint quotaKept(ConstraintFactory factory) {
        return TermsConstraints.quota(tenants(factory)).asConstraint(ConstraintName.QUOTA.text);
    }

    Constraint startupMinimised(ConstraintFactory factory) {
        return TermsConstraints.startup(tenants(factory)).asConstraint(ConstraintName.STARTUP.text);
    }

    Constraint powerMinimised(ConstraintFactory factory) {
        return TermsConstraints.power(tenants(factory)).asConstraint(ConstraintName.POWER.text);
    }

    Constraint preferencesKept(ConstraintFactory factory) {
        return CouplingConstraints.preferences(factory);
    }

    Constraint utilityMaximised(ConstraintFactory factory) {
        return TermsConstraints.utility(tenants(factory)).asConstraint(ConstraintName.UTILITY.text);
    }

    Constraint egressMinimised(ConstraintFactory factory) {
        return links(factory).penalizeLong(HardSoftLongScore.ONE_SOFT, (link, from, to) -> link.egressCents(from.seat(), to.seat()))
                .asConstraint(ConstraintName.EGRESS.text);
    }

    Constraint hostGuarded(ConstraintFactory factory) {
        return broken(factory, seated -> !seated.tenant().guarded(seated.seat())).asConstraint(ConstraintName.GUARDED.text);
    }

    Constraint utilisationBelowOne(ConstraintFactory factory) {
        return factory.forEach(Considered.class).filter(considered -> considered.queues().overload() > 0)
                .penalizeLong(HardSoftLongScore.ONE_HARD, considered -> considered.queues().overload())
                .asConstraint(ConstraintName.UTILISATION.text);
    }

    Constraint waitingMinimised(ConstraintFactory factory) {
        return factory.forEach(Considered.class).filter(considered -> considered.queues().waiting() > 0)
                .penalizeLong(HardSoftLongScore.ONE_SOFT, considered -> considered.queues().waiting())
                .asConstraint(ConstraintName.WAITING.text);
    }

    private static UniConstraintBuilder<SeatedTenant, HardSoftLongScore> broken(ConstraintFactory factory, Predicate<SeatedTenant> where) {
        return tenants(factory).filter(where).penalizeLong(HardSoftLongScore.ONE_HARD, seated -> HardWeight.BROKEN);
    }

    private static UniConstraintStream<SeatedTenant> tenants(ConstraintFactory factory) {
        return factory.forEach(SeatedTenant.class).filter(seated -> !seated.isUsers());
    }

    private static TriConstraintStream<LinkTable, SeatedTenant, SeatedTenant> links(ConstraintFactory factory) {
        return factory.forEach(LinkTable.class)
                .join(SeatedTenant.class, equal(LinkTable::from, SeatedTenant::index))
                .join(SeatedTenant.class, equal((link, from) -> link.to(), SeatedTenant::index));
    }
}
