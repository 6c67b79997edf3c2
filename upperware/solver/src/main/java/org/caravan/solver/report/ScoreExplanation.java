package org.caravan.solver.report;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.caravan.plan.PlanReport.ConstraintScore;
import org.caravan.problem.PlacementProblem;
import org.caravan.solver.model.PlacementTables;
import org.caravan.solver.optaplanner.ConstraintName;
import org.caravan.solver.optaplanner.SeatedTenant;
import org.caravan.solver.optaplanner.SeatingConstraints;
import org.caravan.solver.optaplanner.SeatingPlan;
import org.caravan.solver.score.Seating;
import org.optaplanner.core.api.score.buildin.hardsoftlong.HardSoftLongScore;
import org.optaplanner.core.api.score.stream.ConstraintStreamImplType;
import org.optaplanner.core.api.solver.SolutionManager;
import org.optaplanner.core.api.solver.SolverFactory;
import org.optaplanner.core.config.score.director.ScoreDirectorFactoryConfig;
import org.optaplanner.core.config.solver.SolverConfig;

/**
 * Explains the score of an assignment by constraint, as evaluated by {@link SeatingConstraints}. Thread-safe; expensive to create, so one
 * instance serves many plans.
 */
public final class ScoreExplanation {

    private final SolutionManager<SeatingPlan, HardSoftLongScore> solutions =
            SolutionManager.create(SolverFactory.<SeatingPlan>create(new SolverConfig()
                    .withSolutionClass(SeatingPlan.class)
                    .withEntityClassList(List.of(SeatedTenant.class))
                    .withScoreDirectorFactory(constraints())));

    public static ScoreDirectorFactoryConfig constraints() {
        // BAVET explicitly, because the default (Drools) is not on the class path.
        return new ScoreDirectorFactoryConfig()
                .withConstraintProviderClass(SeatingConstraints.class)
                .withConstraintStreamImplType(ConstraintStreamImplType.BAVET);
    }

    List<ConstraintScore> of(PlacementProblem problem, PlacementTables tables, Seating seating) {
        Map<String, HardSoftLongScore> totals = totals(SeatingPlan.of(tables, seating.seats()));
        ScoreWords words = new ScoreWords(problem, tables, seating);
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
    public Map<String, HardSoftLongScore> totals(SeatingPlan plan) {
        Map<String, HardSoftLongScore> totals = new HashMap<>();
        solutions.explain(plan).getConstraintMatchTotalMap().values()
                .forEach(total -> totals.put(total.getConstraintName(), total.getScore()));
        return totals;
    }
}
