package org.caravan.solver.optaplanner;

import static org.optaplanner.core.api.score.stream.ConstraintCollectors.sumLong;
import static org.optaplanner.core.api.score.stream.Joiners.equal;

import org.caravan.solver.model.LinkEnd;
import org.caravan.solver.model.UplinkCapacity;
import org.optaplanner.core.api.score.buildin.hardsoftlong.HardSoftLongScore;
import org.optaplanner.core.api.score.stream.Constraint;
import org.optaplanner.core.api.score.stream.ConstraintFactory;
import org.optaplanner.core.api.score.stream.tri.TriConstraintStream;

/** Constraints of {@link PlacementConstraintProvider} on the capacity of paths and uplinks. */
final class UplinkConstraints {

    private UplinkConstraints() {}

    static Constraint throughput(ConstraintFactory factory) {
        return ends(factory)
                .filter((end, one, peer) -> end.carries() && end.throughputOver(one.position(), peer.position()) > 0)
                .penalizeLong(HardSoftLongScore.ONE_HARD, (end, one, peer) -> end.throughputOver(one.position(), peer.position()))
                .asConstraint(ConstraintName.THROUGHPUT.text);
    }

    /** Each copy counts once for each uplink it uses, independent of its number of links. */
    static Constraint reservations(ConstraintFactory factory) {
        return ends(factory)
                .filter((end, one, peer) -> end.min() > 0 && end.line(one.position(), peer.position()) != null)
                .groupBy((end, one, peer) -> end.reserver(), (end, one, peer) -> end.line(one.position(), peer.position()))
                .groupBy((reserver, line) -> line, sumLong((reserver, line) -> reserver.min()))
                .filter((line, reserved) -> line.overReserved(reserved) > 0)
                .penalizeLong(HardSoftLongScore.ONE_HARD, UplinkCapacity::overReserved)
                .asConstraint(ConstraintName.UPLINKS.text);
    }

    static Constraint loads(ConstraintFactory factory) {
        return ends(factory)
                .filter((end, one, peer) -> end.carries() && end.line(one.position(), peer.position()) != null)
                .groupBy((end, one, peer) -> end.line(one.position(), peer.position()), sumLong((end, one, peer) -> end.bits()))
                .filter((line, load) -> line.over(load) > 0)
                .penalizeLong(HardSoftLongScore.ONE_HARD, UplinkCapacity::over)
                .asConstraint(ConstraintName.LOADS.text);
    }

    private static TriConstraintStream<LinkEnd, PlacementEntity, PlacementEntity> ends(ConstraintFactory factory) {
        return factory.forEach(LinkEnd.class)
                .join(PlacementEntity.class, equal(LinkEnd::instance, PlacementEntity::index))
                .join(PlacementEntity.class, equal((end, one) -> end.peer(), PlacementEntity::index));
    }
}
