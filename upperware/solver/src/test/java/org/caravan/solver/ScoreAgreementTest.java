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
import org.caravan.solver.build.TablesBuilder;
import org.caravan.solver.model.Part;
import org.caravan.solver.model.PlacementTables;
import org.caravan.solver.optaplanner.ConstraintName;
import org.caravan.solver.optaplanner.SeatingPlan;
import org.caravan.solver.report.ScoreExplanation;
import org.caravan.solver.score.RunningScore;
import org.caravan.solver.score.Seating;
import org.caravan.solver.search.FirstSeating;
import org.caravan.solver.search.SeatingSearch;
import org.junit.jupiter.api.Test;
import org.optaplanner.core.api.solver.SolverFactory;
import org.optaplanner.core.config.solver.EnvironmentMode;
import org.optaplanner.core.config.solver.SolverConfig;

/** The incremental score, a fresh one and the constraints by themselves must say the same of every placement. */
class ScoreAgreementTest {

    private static final Map<Part, List<ConstraintName>> SAME = Map.ofEntries(
            Map.entry(Part.CPU, List.of(ConstraintName.HOST_CPU)),
            Map.entry(Part.MEMORY, List.of(ConstraintName.HOST_MEMORY)),
            Map.entry(Part.BROKEN, List.of(ConstraintName.ARCHITECTURE, ConstraintName.LOCATION, ConstraintName.DATA, ConstraintName.GUARDED)),
            Map.entry(Part.APART, List.of(ConstraintName.APART)),
            Map.entry(Part.ADDRESSES, List.of(ConstraintName.ADDRESSES)),
            Map.entry(Part.REACHABLE, List.of(ConstraintName.REACHABLE)),
            Map.entry(Part.PROMISES, List.of(ConstraintName.PROMISES)),
            Map.entry(Part.LATENCY, List.of(ConstraintName.LATENCY)),
            Map.entry(Part.COST, List.of(ConstraintName.COST)),
            Map.entry(Part.MOVES, List.of(ConstraintName.MOVES)),
            Map.entry(Part.DISK, List.of(ConstraintName.DISK)),
            Map.entry(Part.BUDGET, List.of(ConstraintName.BUDGET)),
            Map.entry(Part.QUOTA, List.of(ConstraintName.QUOTA)),
            Map.entry(Part.POWER, List.of(ConstraintName.POWER)));

    @Test
    void incrementalScoreIsAsFreshOneAfterEveryMove() {
        problems(100).map(ScoreAgreementTest::costly).map(GeneratedBonds::added).map(GeneratedBonds::narrow).map(GeneratedBonds::priced).map(GeneratedUtilities::added).map(TablesBuilder::of).forEach(tables -> {
            Random random = new Random(7);
            RunningScore running = new RunningScore(tables);
            running.load(anywhere(tables, random));
            for (int move = 0; move < 60; move++) {
                int tenant = random.nextInt(tables.tenants().size());
                running.place(tenant, random.nextInt(tables.hosts() + 1) - 1);
                RunningScore fresh = new RunningScore(tables);
                fresh.load(running.seats());
                assertThat(running.parts()).isEqualTo(fresh.parts());
            }
        });
    }

    @Test
    void constraintsSayTheSamePartByPart() {
        ScoreExplanation explanation = new ScoreExplanation();
        Random random = new Random(11);
        problems(150).map(ScoreAgreementTest::costly).map(GeneratedBonds::added).map(GeneratedBonds::narrow).map(GeneratedBonds::priced).map(GeneratedUtilities::added).map(ScoreAgreementTest::replanned).map(TablesBuilder::of).forEach(tables -> {
            int[] seats = anywhere(tables, random);
            RunningScore running = new RunningScore(tables);
            running.load(seats);
            Map<String, Long> totals = new HashMap<>();
            explanation.totals(SeatingPlan.of(tables, seats))
                    .forEach((name, score) -> totals.put(name, -score.hardScore() - score.softScore()));
            running.parts().forEach((part, penalty) -> assertThat(same(part).stream()
                            .mapToLong(name -> totals.getOrDefault(name.text, 0L))
                            .sum())
                    .as(part.name())
                    .isEqualTo(penalty));
        });
    }

    @Test
    void everyMoveOfASearchIsCheckedAgainstTheConstraints() {
        for (int seed = 0; seed < 12; seed++) {
            PlacementProblem drawn = seed < 6 ? GeneratedProblems.sized(seed, 9, 6) : MixedProblems.of(seed).problem();
            PlacementTables tables = TablesBuilder.of(GeneratedUtilities.added(GeneratedBonds.priced(GeneratedBonds.narrow(GeneratedBonds.added(costly(drawn))))));
            if (tables.open() && tables.tenants().stream().allMatch(tenant -> tenant.seats().length > 0)) {
                SolverConfig config = SeatingSearch.config(new PlanningPolicy(seed, 60, 0), 1)
                        .withEnvironmentMode(EnvironmentMode.FULL_ASSERT);
                config.getScoreDirectorFactoryConfig()
                        .setAssertionScoreDirectorFactory(ScoreExplanation.constraints());
                SeatingPlan start = SeatingPlan.of(tables, new FirstSeating(tables).find().seats());
                SeatingPlan found = SolverFactory.<SeatingPlan>create(config).buildSolver().solve(start);
                assertThat(found.score().hardScore()).isEqualTo(-Seating.of(tables, found.seats()).hard());
                assertThat(found.score().softScore()).isEqualTo(-Seating.of(tables, found.seats()).soft());
            }
        }
    }

    private static PlacementProblem costly(PlacementProblem problem) {
        return CostlyProblems.added(problem, problem.digest().hashCode());
    }

    /** Those of other names; else a part is one constraint of its name. */
    private static List<ConstraintName> same(Part part) {
        return SAME.containsKey(part) ? SAME.get(part) : List.of(ConstraintName.valueOf(part.name()));
    }

    /** Some of them with what only the others have. */
    private static Stream<PlacementProblem> problems(int count) {
        return Stream.concat(GeneratedProblems.small(count), IntStream.range(0, count / 3).mapToObj(seed -> MixedProblems.of(seed).problem()));
    }

    /** Half of the instances are somewhere by a target, so that moves and data count. */
    private static PlacementProblem replanned(PlacementProblem problem) {
        return Replanning.asIfPlacedAnywhere(problem, new Random(problem.digest().hashCode()));
    }

    private static int[] anywhere(PlacementTables tables, Random random) {
        int[] seats = new int[tables.tenants().size()];
        for (int tenant = 0; tenant < seats.length; tenant++) {
            seats[tenant] = random.nextInt(tables.hosts());
        }
        return seats;
    }
}
