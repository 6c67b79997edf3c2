package org.caravan.solver.bound;

import java.util.function.Supplier;
import org.caravan.plan.Certificate;
import org.caravan.problem.CurrentPlacement;
import org.caravan.problem.PlacementProblem;
import org.caravan.solver.build.Dominance;
import org.caravan.solver.build.PlanningGround;
import org.caravan.solver.build.TablesBuilder;
import org.caravan.solver.model.PlacementTables;
import org.caravan.solver.model.Utilities;
import org.caravan.solver.score.Seating;
import org.caravan.solver.score.Watch;

/** Relaxation from which bounds are computed: every feasible placement of the problem is feasible in it, at no higher cost. */
public final class Relaxation {

    private Relaxation() {}

    /** Certificate by relaxation only. @param relaxed result of {@link #of} */
    public static Certificate certificate(PlanningGround ground, Seating seating, Supplier<PlacementTables> relaxed) {
        Utilities utilities = ground.tables().utilities();
        if (utilities.any() && !utilities.model().bounded()) {
            return Certificate.NONE;
        }
        long points = Seating.of(ground.tables(), seating.seats()).soft();
        long bound = new LowerBound(relaxed.get()).below(points);
        Watch.bound(bound);
        return new Certificate(points, bound);
    }

    /** If links can be rerouted, all paths and uplinks get unlimited capacity, and rerouted links do not keep their paths. */
    public static PlacementTables of(PlanningGround ground) {
        PlacementTables tables = ground.tables();
        if (!Wide.matters(tables)) {
            return ground.dominance().without();
        }
        PlacementProblem problem = ground.problem();
        PlacementProblem derived = problem.withUplinks(problem.uplinks().asDerived());
        PlacementProblem free = derived.withCurrent(problem.current().stream().map(CurrentPlacement::withoutPaths).toList());
        return Dominance.of(Wide.of(TablesBuilder.of(problem.uplinks().rerouted().isEmpty() || !tables.considered().egress() ? derived : free)).with(Utilities.NONE)).without();
    }
}
