package org.caravan.solver;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.caravan.problem.PlacementProblem;
import org.caravan.problem.PlanningPolicy;
import org.caravan.solver.build.ProblemCompiler;
import org.caravan.solver.model.CompiledProblem;
import org.caravan.solver.model.ScoreTerm;
import org.caravan.solver.optaplanner.ConstraintName;
import org.caravan.solver.optaplanner.PlacementSolution;
import org.caravan.solver.report.ScoreExplanation;
import org.caravan.solver.score.Assignment;
import org.caravan.solver.score.IncrementalScore;
import org.caravan.solver.search.ConstructionHeuristic;
import org.caravan.solver.search.LocalSearch;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.optaplanner.core.api.solver.SolverFactory;
import org.optaplanner.core.config.solver.EnvironmentMode;
import org.optaplanner.core.config.solver.SolverConfig;

/** The incremental score, a fresh one and the constraints by themselves must say the same of every placement. */
class ScoreAgreementTest {

    private static final Map<ScoreTerm, List<ConstraintName>> SAME = Map.ofEntries(
            Map.entry(ScoreTerm.CPU, List.of(ConstraintName.HOST_CPU)),
            Map.entry(ScoreTerm.MEMORY, List.of(ConstraintName.HOST_MEMORY)),
            Map.entry(ScoreTerm.BROKEN, List.of(ConstraintName.ARCHITECTURE, ConstraintName.LOCATION, ConstraintName.DATA,
                    ConstraintName.GUARDED)),
            Map.entry(ScoreTerm.APART, List.of(ConstraintName.APART)),
            Map.entry(ScoreTerm.ADDRESSES, List.of(ConstraintName.ADDRESSES)),
            Map.entry(ScoreTerm.REACHABLE, List.of(ConstraintName.REACHABLE)),
            Map.entry(ScoreTerm.PROMISES, List.of(ConstraintName.PROMISES)),
            Map.entry(ScoreTerm.LATENCY, List.of(ConstraintName.LATENCY)),
            Map.entry(ScoreTerm.COST, List.of(ConstraintName.COST)),
            Map.entry(ScoreTerm.MOVES, List.of(ConstraintName.MOVES)),
            Map.entry(ScoreTerm.DISK, List.of(ConstraintName.DISK)),
            Map.entry(ScoreTerm.GPU, List.of(ConstraintName.GPU)),
            Map.entry(ScoreTerm.BUDGET, List.of(ConstraintName.BUDGET)),
            Map.entry(ScoreTerm.QUOTA, List.of(ConstraintName.QUOTA)),
            Map.entry(ScoreTerm.POWER, List.of(ConstraintName.POWER)));

    @Test
    void incrementalScoreIsAsFreshOneAfterEveryMove() {
        problems(100).map(ScoreAgreementTest::costly).map(GeneratedPlacementRules::added).map(GeneratedPlacementRules::narrow)
                .map(GeneratedPlacementRules::priced).map(ScoreAgreementTest::metered)
                .map(GeneratedUtilities::added).map(ProblemCompiler::of).forEach(tables -> {
            Random random = new Random(7);
            IncrementalScore running = new IncrementalScore(tables);
            running.load(anywhere(tables, random));
            for (int move = 0; move < 60; move++) {
                int instance = random.nextInt(tables.instances().size());
                running.place(instance, random.nextInt(tables.hosts() + 1) - 1);
                IncrementalScore fresh = new IncrementalScore(tables);
                fresh.load(running.positions());
                assertThat(running.parts()).isEqualTo(fresh.parts());
            }
        });
    }

    @Test
    void constraintsSayTheSamePartByPart() {
        ScoreExplanation explanation = new ScoreExplanation();
        Random random = new Random(11);
        problems(150).map(ScoreAgreementTest::costly).map(GeneratedPlacementRules::added).map(GeneratedPlacementRules::narrow)
                .map(GeneratedPlacementRules::priced).map(ScoreAgreementTest::metered)
                .map(GeneratedUtilities::added).map(ScoreAgreementTest::replanned).map(ProblemCompiler::of).forEach(tables -> {
            int[] positions = anywhere(tables, random);
            IncrementalScore running = new IncrementalScore(tables);
            running.load(positions);
            Map<String, Long> totals = new HashMap<>();
            explanation.totals(PlacementSolution.of(tables, positions))
                    .forEach((name, score) -> totals.put(name, -score.hardScore() - score.softScore()));
            running.parts().forEach((part, penalty) -> assertThat(same(part).stream()
                            .mapToLong(name -> totals.getOrDefault(name.text, 0L))
                            .sum())
                    .as(part.name())
                    .isEqualTo(penalty));
        });
    }

    @Test
    @Tag("long")
    void everyMoveOfASearchIsCheckedAgainstTheConstraints() {
        for (int seed = 0; seed < 12; seed++) {
            PlacementProblem drawn = seed < 6 ? GeneratedProblems.sized(seed, 9, 6) : MixedProblems.of(seed).problem();
            CompiledProblem tables = ProblemCompiler.of(
                    GeneratedUtilities.added(metered(GeneratedPlacementRules.priced(
                            GeneratedPlacementRules.narrow(GeneratedPlacementRules.added(costly(drawn)))))));
            if (tables.open() && tables.instances().stream().allMatch(instance -> instance.positions().length > 0)) {
                SolverConfig config = LocalSearch.config(new PlanningPolicy(seed, 60, 0), 1)
                        .withEnvironmentMode(EnvironmentMode.FULL_ASSERT);
                config.getScoreDirectorFactoryConfig()
                        .setAssertionScoreDirectorFactory(ScoreExplanation.constraints());
                PlacementSolution start = PlacementSolution.of(tables, new ConstructionHeuristic(tables).find().positions());
                PlacementSolution found = SolverFactory.<PlacementSolution>create(config).buildSolver().solve(start);
                assertThat(found.score().hardScore()).isEqualTo(-Assignment.of(tables, found.positions()).hard());
                assertThat(found.score().softScore()).isEqualTo(-Assignment.of(tables, found.positions()).soft());
            }
        }
    }

    private static PlacementProblem costly(PlacementProblem problem) {
        PlacementProblem served = problem.digest().hashCode() % 2 == 0 ? GeneratedCalls.added(problem) : problem;
        PlacementProblem costly = CostlyProblems.added(served, problem.digest().hashCode());
        return problem.digest().hashCode() % 3 == 0 ? GeneratedGpus.added(costly, problem.digest().hashCode()) : costly;
    }

    /** Half of them. */
    private static PlacementProblem metered(PlacementProblem problem) {
        return problem.digest().hashCode() % 2 == 0 ? GeneratedPlacementRules.metered(problem) : problem;
    }

    /** Those of other names; else a part is one constraint of its name. */
    private static List<ConstraintName> same(ScoreTerm part) {
        return SAME.containsKey(part) ? SAME.get(part) : List.of(ConstraintName.valueOf(part.name()));
    }

    /** Some of them with what only the others have. */
    private static Stream<PlacementProblem> problems(int count) {
        return Stream.concat(GeneratedProblems.small(count),
                IntStream.range(0, count / 3).mapToObj(seed -> MixedProblems.of(seed).problem()));
    }

    /** Half of the instances are somewhere by a target, so that moves and data count. */
    private static PlacementProblem replanned(PlacementProblem problem) {
        return Replanning.asIfPlacedAnywhere(problem, new Random(problem.digest().hashCode()));
    }

    private static int[] anywhere(CompiledProblem tables, Random random) {
        int[] positions = new int[tables.instances().size()];
        for (int instance = 0; instance < positions.length; instance++) {
            positions[instance] = random.nextInt(tables.hosts());
        }
        return positions;
    }
}
