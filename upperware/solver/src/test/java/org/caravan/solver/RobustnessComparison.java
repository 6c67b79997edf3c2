package org.caravan.solver;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntToDoubleFunction;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.caravan.measure.Moments;
import org.caravan.plan.planner.PlanningOutcome;
import org.caravan.plan.planner.PlanningOutcome.NoPlacement;
import org.caravan.plan.planner.PlanningOutcome.Planned;
import org.caravan.problem.PlacementProblem;
import org.caravan.solver.NoisyProblem.Score;

/**
 * The same problems planned from wrong measurements, with intervals counted more or less, and scored under the truth beside the plan that
 * knew it.
 */
final class RobustnessComparison {

    /**
     * Of one robustness over all problems; what is paired is against the plans that ignore intervals, with half the width of the 95 %
     * confidence interval of the mean difference.
     *
     * @param unsure plans for which values alone had to count
     * @param broken promises
     * @param overPercent by which the limits of broken promises are exceeded at most, mean and worst over problems that have one
     * @param regretPercent points more than the plan that knew the truth has, which keeps all promises: who breaks some may have less
     * @param brokenMore broken promises a problem
     * @param regretMore of the regret, in percent
     */
    record Row(double robustness, int problems, int promises, int unsure, int broken, Moments overPercent, double worstOver,
            Moments regretPercent, double worstRegret,
            Moments brokenMore, Moments regretMore) {}

    private final Map<Double, List<Score>> scores = new LinkedHashMap<>();
    private final Map<Double, Integer> unsure = new LinkedHashMap<>();
    private final List<Score> best = new ArrayList<>();
    private int promises;

    private RobustnessComparison() {}

    /** @param levels of robustness besides 0, which comes first */
    static List<Row> of(NoisyNetwork.Error error, long firstSeed, int problems, double... levels) {
        RobustnessComparison comparison = new RobustnessComparison();
        double[] all = DoubleStream.concat(DoubleStream.of(0), DoubleStream.of(levels)).toArray();
        for (long seed = firstSeed; comparison.best.size() < problems; seed++) {
            comparison.add(NoisyProblem.of(seed, error), all);
        }
        return Arrays.stream(all).mapToObj(comparison::row).toList();
    }

    /** Where not even the measured values have a placement, there is nothing to compare. */
    private void add(NoisyProblem problem, double[] levels) {
        PlacementProblem measured = problem.measured();
        List<PlanningOutcome> outcomes = Arrays.stream(levels)
                .mapToObj(robustness -> NoisyProblem.outcome(measured.withPolicy(measured.policy().withRobustness(robustness)))).toList();
        if (outcomes.get(0) instanceof NoPlacement) {
            return;
        }
        promises += problem.truth().application().slos().size();
        best.add(problem.score(NoisyProblem.planned(problem.truth()).plan()));
        for (int i = 0; i < levels.length; i++) {
            Planned planned = (Planned) outcomes.get(i);
            unsure.merge(levels[i], planned.report().notes().contains(Hysteresis.NOT_SURE) ? 1 : 0, Integer::sum);
            scores.computeIfAbsent(levels[i], none -> new ArrayList<>()).add(problem.score(planned.plan()));
        }
    }

    private Row row(double robustness) {
        List<Score> here = scores.get(robustness);
        List<Score> ignoring = scores.get(0.0);
        double[] over = here.stream().filter(score -> score.broken() > 0).mapToDouble(score -> 100 * score.worstOver()).toArray();
        double[] regrets = regrets(here);
        double[] others = regrets(ignoring);
        return new Row(robustness, here.size(), promises, unsure.get(robustness), here.stream().mapToInt(Score::broken).sum(),
                NoisyNetwork.moments(over), Arrays.stream(over).max().orElse(0), NoisyNetwork.moments(regrets),
                        Arrays.stream(regrets).max().orElse(0),
                paired(i -> here.get(i).broken() - ignoring.get(i).broken()), paired(i -> regrets[i] - others[i]));
    }

    private double[] regrets(List<Score> scored) {
        return IntStream.range(0, scored.size()).mapToDouble(i -> 100 * (scored.get(i).points() / best.get(i).points() - 1)).toArray();
    }

    private Moments paired(IntToDoubleFunction difference) {
        return NoisyNetwork.moments(IntStream.range(0, best.size()).mapToDouble(difference).toArray());
    }
}
