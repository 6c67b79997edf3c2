package org.caravan.solver.optaplanner;

import static org.optaplanner.core.api.score.stream.ConstraintCollectors.sum;
import static org.optaplanner.core.api.score.stream.Joiners.equal;
import static org.optaplanner.core.api.score.stream.Joiners.filtering;

import org.caravan.solver.model.Affinity;
import org.optaplanner.core.api.score.buildin.hardsoftlong.HardSoftLongScore;
import org.optaplanner.core.api.score.stream.Constraint;
import org.optaplanner.core.api.score.stream.ConstraintFactory;
import org.optaplanner.core.api.score.stream.bi.BiConstraintStream;

/** Affinity constraints of {@link PlacementConstraintProvider}. */
final class AffinityConstraints {

    private AffinityConstraints() {}

    static Constraint together(ConstraintFactory factory) {
        return broken(factory)
                .filter((coupled, near) -> coupled.required())
                .penalizeLong(HardSoftLongScore.ONE_HARD, (coupled, near) -> coupled.points())
                .asConstraint(ConstraintName.TOGETHER.text);
    }

    static Constraint preferences(ConstraintFactory factory) {
        return broken(factory)
                .filter((coupled, near) -> !coupled.required())
                .penalizeLong(HardSoftLongScore.ONE_SOFT, (coupled, near) -> coupled.points())
                .asConstraint(ConstraintName.PREFERENCES.text);
    }

    /** Violated affinities with the number of other instances that are near. */
    private static BiConstraintStream<Affinity, Integer> broken(ConstraintFactory factory) {
        return factory.forEach(Affinity.class)
                .join(PlacementEntity.class, equal(Affinity::one, PlacementEntity::index))
                .join(PlacementEntity.class, filtering((coupled, one, other) -> coupled.isOther(other.index())))
                .groupBy((coupled, one, other) -> coupled,
                        sum((coupled, one, other) -> coupled.near(one.position(), other.position()) ? 1 : 0))
                .filter(Affinity::broken);
    }
}
