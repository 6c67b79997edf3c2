package org.caravan.solver.report;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.caravan.plan.PlanReport.ConstraintScore;
import org.caravan.problem.PlacementProblem;
import org.caravan.solver.model.CompiledProblem;
import org.caravan.solver.optaplanner.ConstraintName;
import org.caravan.solver.optaplanner.PlacementConstraintProvider;
import org.caravan.solver.optaplanner.PlacementEntity;
import org.caravan.solver.optaplanner.PlacementSolution;
import org.caravan.solver.score.Assignment;
import org.optaplanner.core.api.score.buildin.hardsoftlong.HardSoftLongScore;
import org.optaplanner.core.api.score.stream.ConstraintStreamImplType;
import org.optaplanner.core.api.solver.SolutionManager;
import org.optaplanner.core.api.solver.SolverFactory;
import org.optaplanner.core.config.score.director.ScoreDirectorFactoryConfig;
import org.optaplanner.core.config.solver.SolverConfig;

/**
 * Explains the score of an assignment by constraint, as evaluated by {@link PlacementConstraintProvider}. Thread-safe; expensive to create,
 * so one instance serves many plans.
 */
public final class ScoreExplanation {

    private final SolutionManager<PlacementSolution, HardSoftLongScore> solutions =
            SolutionManager.create(SolverFactory.<PlacementSolution>create(new SolverConfig()
                    .withSolutionClass(PlacementSolution.class)
                    .withEntityClassList(List.of(PlacementEntity.class))
                    .withScoreDirectorFactory(constraints())));

    public static ScoreDirectorFactoryConfig constraints() {
        // BAVET explicitly, because the default (Drools) is not on the class path.
        return new ScoreDirectorFactoryConfig()
                .withConstraintProviderClass(PlacementConstraintProvider.class)
                .withConstraintStreamImplType(ConstraintStreamImplType.BAVET);
    }

    List<ConstraintScore> of(PlacementProblem problem, CompiledProblem tables, Assignment assignment) {
        Map<String, HardSoftLongScore> totals = totals(PlacementSolution.of(tables, assignment.positions()));
        ScoreText words = new ScoreText(problem, tables, assignment);
        List<ConstraintScore> scores = new ArrayList<>();
        for (ConstraintName name : ConstraintName.values()) {
            if (!name.concerns(tables)) {
                continue;
            }
            HardSoftLongScore total = totals.getOrDefault(name.text, HardSoftLongScore.ZERO);
            long score = name.hard() ? total.hardScore() : total.softScore();
            scores.add(new ConstraintScore(name.text, name.hard() ? "hard" : "soft", score, words.of(name, score)));
        }
        return scores;
    }

    /** By name of the constraint; constraints without matches can be absent. */
    public Map<String, HardSoftLongScore> totals(PlacementSolution plan) {
        Map<String, HardSoftLongScore> totals = new HashMap<>();
        solutions.explain(plan).getConstraintMatchTotalMap().values()
                .forEach(total -> totals.put(total.getConstraintName(), total.getScore()));
        return totals;
    }
}
