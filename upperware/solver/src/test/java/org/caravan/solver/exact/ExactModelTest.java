package org.caravan.solver.exact;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.caravan.problem.PlacementProblem;
import org.caravan.solver.Exactly;
import org.caravan.solver.GeneratedProblems;
import org.caravan.solver.MixedProblems;
import org.caravan.solver.MixedProblems.Feature;
import org.caravan.solver.Replanning;
import org.caravan.solver.bound.UncapacitatedRelaxation;
import org.caravan.solver.build.HostDominance;
import org.caravan.solver.build.ProblemCompiler;
import org.caravan.solver.model.CompiledProblem;
import org.caravan.solver.model.Utilities;
import org.caravan.solver.score.Assignment;
import org.caravan.solver.search.ExhaustiveSearch;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What CP-SAT is told must be the problem itself: then the best placement by it is the best of all. */
public class ExactModelTest {

    private static final int SECONDS = 60;

    @BeforeAll
    static void load() {
        CpSatRun.load();
    }

    @Test
    void itsBestIsTheBestOfAllPlacements() {
        int[] compared = new int[2];
        Map<Feature, Integer> features = new EnumMap<>(Feature.class);
        for (int seed = 0; seed < 150; seed++) {
            MixedProblems.Mixed mixed = MixedProblems.of(seed);
            compare("mixed problem " + seed, ProblemCompiler.of(mixed.problem()), compared);
            mixed.has().forEach(feature -> features.merge(feature, 1, Integer::sum));
        }
        GeneratedProblems.small(60).forEach(problem -> {
            PlacementProblem moved = Replanning.asIfPlacedAnywhere(problem, new Random(1));
            compare(moved.toString(), ProblemCompiler.of(moved), compared);
        });
        System.out.println("CP-SAT beside all placements: " + compared[0] + " with a placement, " + compared[1] + " without, with "
                + features);
        assertThat(compared[0]).isGreaterThan(80);
        assertThat(compared[1]).isGreaterThan(5);
        assertThat(features).containsKeys(Feature.LIMIT, Feature.DISK, Feature.QUOTA, Feature.EGRESS, Feature.TOGETHER, Feature.PREFERENCES,
                Feature.PROMISES,
                Feature.POWER, Feature.STARTUP, Feature.SCARCE_ADDRESSES, Feature.PLACED_BEFORE, Feature.QUEUES, Feature.APART);
    }

    /** Where links may be rerouted they take whichever paths they like: then nothing that could be is better. */
    @Test
    void byAnyPathsItsBoundIsTheBestAsIfAllWereWide() {
        int compared = 0;
        for (int seed = 0; seed < 180; seed++) {
            CompiledProblem tables = ProblemCompiler.of(MixedProblems.of(seed).problem());
            if (!UncapacitatedRelaxation.matters(tables)
                    || tables.instances().stream().anyMatch(instance -> instance.positions().length == 0)) {
                continue;
            }
            CompiledProblem wide = UncapacitatedRelaxation.of(tables).with(Utilities.NONE);
            CpSatRun.Answer answer = CpSatRun.of(Exactly.told(new ExactModel(wide)), SECONDS, ones -> {});
            long least = ExhaustiveSearch.least(wide);
            assertThat(answer.infeasible()).as("problem " + seed).isEqualTo(least == Long.MAX_VALUE);
            if (!answer.infeasible()) {
                assertThat(answer.bound()).as("problem " + seed).isEqualTo(least).isLessThanOrEqualTo(ExhaustiveSearch.least(tables));
                compared++;
            }
        }
        assertThat(compared).isGreaterThan(20);
    }

    /** @param compared how many had a placement, and how many had none; to be counted on */
    public static void compare(String which, CompiledProblem tables, int[] compared) {
        if (tables.instances().stream().anyMatch(instance -> instance.positions().length == 0)) {
            return;
        }
        List<Assignment> found = new ArrayList<>();
        CompiledProblem searched = HostDominance.of(tables).without();
        ExactModel model = new ExactModel(searched);
        CpSatRun.Answer answer = CpSatRun.of(Exactly.told(model), SECONDS, ones -> found.add(Assignment.of(tables, model.positions(ones))));
        long best = ExhaustiveSearch.least(tables);
        boolean same = ExactModel.leftOut(tables).isEmpty();
        if (best == Long.MAX_VALUE) {
            assertThat(answer.infeasible()).as(which).isEqualTo(same || answer.infeasible());
            compared[1]++;
            return;
        }
        assertThat(answer.infeasible()).as(which).isFalse();
        assertThat(answer.bound()).as(which).isLessThanOrEqualTo(best);
        if (same) {
            assertThat(answer.bound()).as(which).isEqualTo(best);
            assertThat(found).as(which).allMatch(Assignment::whole);
            assertThat(found.get(found.size() - 1).soft()).as(which).isEqualTo(best);
            compared[0]++;
        }
    }
}
