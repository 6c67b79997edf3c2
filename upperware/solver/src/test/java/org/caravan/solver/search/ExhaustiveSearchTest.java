package org.caravan.solver.search;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.caravan.problem.PlacementProblem;
import org.caravan.problem.PlanningPolicy;
import org.caravan.solver.BenchProblem;
import org.caravan.solver.GeneratedProblems;
import org.caravan.solver.MixedProblems;
import org.caravan.solver.build.ProblemCompiler;
import org.caravan.solver.cluster.MovableInstances;
import org.caravan.solver.model.CompiledProblem;
import org.caravan.solver.model.Position;
import org.caravan.solver.score.Assignment;
import org.caravan.solver.score.IncrementalScore;
import org.junit.jupiter.api.Test;

/** Enumeration of few placements: beside the same without branches that are left out, and beside late acceptance. */
class ExhaustiveSearchTest {

    private static final PlanningPolicy POLICY = new PlanningPolicy(1, 300, 0);

    /** Feasible or not, with instances that keep their hosts, from any start. */
    @Test
    void noBranchThatIsLeftOutHasABetterPlacement() {
        Random random = new Random(5);
        int[] counts = new int[2];
        problems(60).forEach(tables -> {
            boolean[] movable = MovableInstances.all(tables);
            int[] positions = new int[movable.length];
            for (int instance = 0; instance < movable.length; instance++) {
                movable[instance] = random.nextInt(4) > 0;
                int[] choices = tables.instance(instance).positions();
                positions[instance] = choices[random.nextInt(choices.length)];
            }
            Assignment start = Assignment.of(tables, positions);
            Assignment best = ExhaustiveSearch.best(tables, start, movable);

            assertThat(best).isEqualByComparingTo(new All(tables, start, movable).best);
            assertThat(best).isEqualByComparingTo(Assignment.of(tables, best.positions()));
            for (int instance = 0; instance < movable.length; instance++) {
                assertThat(movable[instance] || best.positions()[instance] == positions[instance]).isTrue();
            }
            assertThat(ExhaustiveSearch.best(tables, best, movable)).as("the start, if none is better").isSameAs(best);
            counts[best.whole() ? 0 : 1]++;
        });
        assertThat(counts[0]).as("feasible").isGreaterThan(5);
        assertThat(counts[1]).as("infeasible").isGreaterThan(5);
    }

    @Test
    void lateAcceptanceReachesTheSamePenalties() {
        int[] counts = new int[2];
        problems(16).forEach(tables -> {
            boolean[] movable = MovableInstances.all(tables);
            ConstructionHeuristic first = new ConstructionHeuristic(tables);
            int[] positions = new LocalSearch(POLICY).searched(tables, first.find(), movable, solver -> {}).positions();
            Assignment late = first.polished(Assignment.of(tables, positions), movable);
            Assignment best = ExhaustiveSearch.best(tables, late, movable);

            counts[0]++;
            counts[1] += best.compareTo(late) == 0 ? 1 : 0;
        });
        assertThat(counts[1]).as("of " + counts[0]).isEqualTo(counts[0]);
    }

    @Test
    void manyPlacementsAreFewIfFewInstancesMove() {
        CompiledProblem tables = ProblemCompiler.of(BenchProblem.of(new BenchProblem.Size(120, 500, 16), 1, false));
        assertThat(ExhaustiveSearch.isQuick(tables)).isFalse();
        boolean[] movable = new boolean[tables.instances().size()];
        movable[0] = true;
        assertThat(ExhaustiveSearch.isQuick(tables, movable)).isTrue();
    }

    private static Stream<CompiledProblem> problems(int count) {
        Stream<PlacementProblem> mixed = IntStream.range(0, count).mapToObj(seed -> MixedProblems.of(seed).problem());
        return Stream.concat(mixed, GeneratedProblems.small(count)).map(ProblemCompiler::of)
                .filter(tables -> tables.open() && ExhaustiveSearch.isQuick(tables)
                        && tables.instances().stream().allMatch(instance -> instance.positions().length > 0));
    }

    /** Tries every placement. */
    private static final class All {

        private final CompiledProblem tables;
        private final boolean[] movable;
        private final IncrementalScore score;
        private Assignment best;

        All(CompiledProblem tables, Assignment start, boolean[] movable) {
            this.tables = tables;
            this.movable = movable;
            this.score = new IncrementalScore(tables);
            score.load(start.positions());
            best = start;
            from(0);
        }

        private void from(int instance) {
            if (instance == movable.length) {
                Assignment found = new Assignment(score.positions(), score.hard(), score.soft());
                best = found.compareTo(best) < 0 ? found : best;
                return;
            }
            int[] choices = movable[instance] ? tables.instance(instance).positions() : new int[] {score.positionOf(instance)};
            for (int position : choices) {
                score.place(instance, position);
                from(instance + 1);
            }
            score.place(instance, movable[instance] ? Position.NONE : choices[0]);
        }
    }
}
