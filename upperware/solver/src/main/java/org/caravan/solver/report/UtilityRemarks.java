package org.caravan.solver.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.caravan.plan.UtilityFigure;
import org.caravan.problem.PlacementProblem;
import org.caravan.problem.UtilityModel;
import org.caravan.solver.model.CompiledProblem;
import org.caravan.solver.model.FormulaValues;
import org.caravan.solver.model.PlacedInstance;
import org.caravan.solver.model.Utilities;
import org.caravan.solver.score.Assignment;

/** Report figures and remarks on utilities. */
final class UtilityRemarks {

    private UtilityRemarks() {}

    static List<UtilityFigure> figures(CompiledProblem tables, Assignment assignment) {
        Utilities utilities = tables.utilities();
        if (!utilities.any()) {
            return List.of();
        }
        FormulaValues here = utilities.values(tables, assignment.positions());
        int[] now = tables.instances().stream().mapToInt(PlacedInstance::now).toArray();
        Optional<FormulaValues> before = tables.instances().stream().allMatch(instance -> instance.now() >= 0)
                ? Optional.of(utilities.values(tables, now)) : Optional.empty();
        return utilities.model().counted().stream().map(one -> new UtilityFigure(one.utility().formula().toString(), one.utility().weight(),
                utilities.model().value(one, here), one.unit(), before.map(values -> utilities.model().value(one, values)))).toList();
    }

    static List<String> notes(PlacementProblem problem, CompiledProblem tables) {
        List<String> notes = new ArrayList<>();
        UtilityModel model = new UtilityModel(problem.application());
        model.unknown().forEach((utility, names) -> notes.add("utility " + utility.formula() + " is not weighed: nobody knows "
                + String.join(", ", names) + " before the application runs"));
        if (tables.utilities().any()) {
            notes.add(model.bounded() ? "the bound assumes the maximum of each utility, unless all placements were tried"
                    : "how far the plan is from the best is not said: a utility has no largest value");
        }
        return notes.stream().sorted().toList();
    }
}
