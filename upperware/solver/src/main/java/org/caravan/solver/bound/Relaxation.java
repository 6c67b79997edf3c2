package org.caravan.solver.bound;

import java.util.function.Supplier;
import org.caravan.plan.Certificate;
import org.caravan.problem.CurrentPlacement;
import org.caravan.problem.PlacementProblem;
import org.caravan.solver.build.HostDominance;
import org.caravan.solver.build.PreparedProblem;
import org.caravan.solver.build.ProblemCompiler;
import org.caravan.solver.model.CompiledProblem;
import org.caravan.solver.model.Utilities;
import org.caravan.solver.score.Assignment;
import org.caravan.solver.score.SearchProgress;

/** Relaxation from which bounds are computed: every feasible placement of the problem is feasible in it, at no higher cost. */
public final class Relaxation {

    private Relaxation() {}

    /** Certificate by relaxation only. @param relaxed result of {@link #of} */
    public static Certificate certificate(PreparedProblem ground, Assignment assignment, Supplier<CompiledProblem> relaxed) {
        Utilities utilities = ground.tables().utilities();
        if (utilities.model() != null && !utilities.model().bounded()) {
            return Certificate.NONE;
        }
        long points = Assignment.of(ground.tables(), assignment.positions()).soft();
        long bound = new LagrangianBound(relaxed.get()).below(points);
        SearchProgress.bound(bound);
        return new Certificate(points, bound);
    }

    /** If links can be rerouted, all paths and uplinks get unlimited capacity, and rerouted links do not keep their paths. */
    public static CompiledProblem of(PreparedProblem ground) {
        CompiledProblem tables = ground.tables();
        if (!UncapacitatedRelaxation.matters(tables)) {
            return ground.dominance().without();
        }
        PlacementProblem problem = ground.problem();
        PlacementProblem derived = problem.withUplinks(problem.uplinks().asDerived());
        PlacementProblem free = derived.withCurrent(problem.current().stream().map(CurrentPlacement::withoutPaths).toList());
        return HostDominance.of(UncapacitatedRelaxation.of(ProblemCompiler.of(problem.uplinks().rerouted().isEmpty()
                || !tables.considered().egress() ? derived : free)).with(Utilities.NONE)).without();
    }
}
