package org.caravan.solver;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;
import org.caravan.problem.PlanningPolicy;
import org.caravan.solver.build.PreparedProblem;
import org.caravan.solver.cluster.MovableInstances;
import org.caravan.solver.model.CompiledProblem;
import org.caravan.solver.score.Assignment;
import org.caravan.solver.search.ConstructionHeuristic;
import org.caravan.solver.search.LocalSearch;
import org.caravan.testing.Sample;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Searches of problems of which CP-SAT proved the optimum once, in up to two minutes each: the planner gets as near as
 * docs/measurements/placement-search.md says, the same wherever it runs.
 */
class ProvedOptimaTest {

    static Stream<Arguments> proved() {
        return Stream.of(Arguments.of("roomy", 2, 103_773, 0.0001), Arguments.of("tight", 3, 118_801, 0.0001),
                        Arguments.of("roomy", 1, 83_458, 0.0001), Arguments.of("roomy", 3, 118_796, 0.0001)).limit(Sample.of(2, 4));
    }

    @ParameterizedTest
    @MethodSource("proved")
    void aHundredInstancesAreAsNearTheOptimumAsIsSaid(String load, long seed, long optimum, double above) {
        CompiledProblem tables = PreparedProblem.of(BenchProblem.of(BenchProblem.Size.of("100x400"), seed, load.equals("tight")))
                .searched();

        Assignment found = new LocalSearch(new PlanningPolicy(1, 3_000, 50)).find(tables);

        assertThat(found.whole()).isTrue();
        assertThat(found.soft()).isBetween(optimum, (long) (optimum * (1 + above)));
    }

    /** Before anything is annealed: no cluster is left where it costs more than was reckoned, as another place is looked for. */
    @Test
    void clustersFindTheirPlacesAlone() {
        CompiledProblem tables = PreparedProblem.of(BenchProblem.of(BenchProblem.Size.of("100x400"), 2, false)).searched();
        ConstructionHeuristic first = new ConstructionHeuristic(tables);

        Assignment found = first.improved(first.find(), MovableInstances.all(tables));

        assertThat(found.soft()).isEqualTo(103_773);
    }
}
