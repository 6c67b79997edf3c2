package org.caravan.solver;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import java.util.function.UnaryOperator;
import org.caravan.measure.NetworkMatrix;
import org.caravan.measure.PathFigures;
import org.caravan.measure.PathStatistic;
import org.caravan.problem.PlacementProblem;
import org.caravan.problem.PlanningPolicy;
import org.caravan.solver.build.ProblemCompiler;
import org.caravan.solver.model.CompiledProblem;
import org.caravan.solver.score.Assignment;
import org.caravan.solver.search.LocalSearch;
import org.junit.jupiter.api.Test;

/**
 * What measurements say of their spread is worth something: where round-trip times turn out to be others within their confidence
 * intervals, placements break their promises no more than those of a planner that takes the means for all there is.
 */
class SpreadTest {

    private static final int TRUTHS = 10;

    @Test
    void withRoundTripTimesThatAreWrongWithinTheirIntervalsNoMoreIsBroken() {
        long[] missed = new long[2];
        long[] points = new long[2];
        int[] compared = new int[1];
        GeneratedProblems.small(300).map(SpreadTest::uncertain).forEach(problem -> {
            CompiledProblem tables = ProblemCompiler.of(problem);
            CompiledProblem means = ProblemCompiler.of(withRtts(problem, rtt -> figure(rtt, rtt.mean(), rtt.mean())));
            if (!canSit(tables) || tables.requestPaths().isEmpty()) {
                return;
            }
            Assignment ours = search(tables);
            Assignment ignoring = search(means);
            if (ours.whole() && ignoring.whole()) {
                Random random = new Random(problem.digest().hashCode());
                for (int truth = 0; truth < TRUTHS; truth++) {
                    CompiledProblem truly = ProblemCompiler.of(withRtts(problem, rtt -> within(rtt, random)));
                    Assignment first = Assignment.of(truly, ours.positions());
                    Assignment second = Assignment.of(truly, ignoring.positions());
                    missed[0] += first.hard();
                    missed[1] += second.hard();
                    points[0] += first.soft();
                    points[1] += second.soft();
                    compared[0]++;
                }
            }
        });
        System.out.printf("spread: %d truths of problems with promises; missed by %d ms with spread, by %d ms without; points %d and %d%n",
                compared[0], missed[0], missed[1], points[0], points[1]);
        assertThat(compared[0]).isGreaterThan(300);
        assertThat(missed[1]).isPositive();
        assertThat(missed[0]).isLessThan(missed[1]);
    }

    private static boolean canSit(CompiledProblem tables) {
        return tables.instances().stream().allMatch(instance -> instance.positions().length > 0);
    }

    private static Assignment search(CompiledProblem tables) {
        return new LocalSearch(new PlanningPolicy(1, 300, 0)).find(tables);
    }

    /** As a few samples leave it: intervals of a tenth of the mean, tails of half of it. */
    private static PlacementProblem uncertain(PlacementProblem problem) {
        return withRtts(problem, rtt -> new PathStatistic(rtt.mean(), rtt.mean() / 10, rtt.median(), rtt.mean() * 1.5, rtt.samples(),
                rtt.newest(), rtt.origin()));
    }

    private static PathStatistic within(PathStatistic rtt, Random random) {
        double by = rtt.halfWidth95() * (2 * random.nextDouble() - 1);
        return figure(rtt, rtt.mean() + by, rtt.p95() + by);
    }

    private static PathStatistic figure(PathStatistic rtt, double mean, double p95) {
        return new PathStatistic(mean, rtt.halfWidth95(), mean, p95, rtt.samples(), rtt.newest(), rtt.origin());
    }

    private static PlacementProblem withRtts(PlacementProblem problem, UnaryOperator<PathStatistic> change) {
        List<PathFigures> changed = problem.network().all().values().stream()
                .map(path -> new PathFigures(path.path(), change.apply(path.idleRtt()), path.loadedRtt(), path.throughput(), path.loss(),
                        path.jitter()))
                .toList();
        return problem.withNetwork(NetworkMatrix.of(changed));
    }
}
