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
import org.caravan.solver.bound.Enumeration;
import org.caravan.solver.bound.Wide;
import org.caravan.solver.build.Dominance;
import org.caravan.solver.build.TablesBuilder;
import org.caravan.solver.model.PlacementTables;
import org.caravan.solver.model.Utilities;
import org.caravan.solver.score.Seating;
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
            compare("mixed problem " + seed, TablesBuilder.of(mixed.problem()), compared);
            mixed.has().forEach(feature -> features.merge(feature, 1, Integer::sum));
        }
        GeneratedProblems.small(60).forEach(problem -> {
            PlacementProblem moved = Replanning.asIfPlacedAnywhere(problem, new Random(1));
            compare(moved.toString(), TablesBuilder.of(moved), compared);
        });
        System.out.println("CP-SAT beside all placements: " + compared[0] + " with a placement, " + compared[1] + " without, with " + features);
        assertThat(compared[0]).isGreaterThan(80);
        assertThat(compared[1]).isGreaterThan(5);
        assertThat(features).containsKeys(Feature.LIMIT, Feature.DISK, Feature.QUOTA, Feature.EGRESS, Feature.TOGETHER, Feature.PREFERENCES, Feature.PROMISES,
                Feature.POWER, Feature.STARTUP, Feature.SCARCE_ADDRESSES, Feature.PLACED_BEFORE, Feature.QUEUES, Feature.APART);
    }

    /** Where links may be rerouted they take whichever paths they like: then nothing that could be is better. */
    @Test
    void byAnyPathsItsBoundIsTheBestAsIfAllWereWide() {
        int compared = 0;
        for (int seed = 0; seed < 150; seed++) {
            PlacementTables tables = TablesBuilder.of(MixedProblems.of(seed).problem());
            if (!Wide.matters(tables) || tables.tenants().stream().anyMatch(tenant -> tenant.seats().length == 0)) {
                continue;
            }
            PlacementTables wide = Wide.of(tables).with(Utilities.NONE);
            CpSatRun.Answer answer = CpSatRun.of(Exactly.told(new ExactModel(wide)), SECONDS, ones -> {});
            long least = Enumeration.least(wide);
            assertThat(answer.infeasible()).as("problem " + seed).isEqualTo(least == Long.MAX_VALUE);
            if (!answer.infeasible()) {
                assertThat(answer.bound()).as("problem " + seed).isEqualTo(least).isLessThanOrEqualTo(Enumeration.least(tables));
                compared++;
            }
        }
        assertThat(compared).isGreaterThan(20);
    }

    /** @param compared how many had a placement, and how many had none; to be counted on */
    public static void compare(String which, PlacementTables tables, int[] compared) {
        if (tables.tenants().stream().anyMatch(tenant -> tenant.seats().length == 0)) {
            return;
        }
        List<Seating> found = new ArrayList<>();
        PlacementTables searched = Dominance.of(tables).without();
        ExactModel model = new ExactModel(searched);
        CpSatRun.Answer answer = CpSatRun.of(Exactly.told(model), SECONDS, ones -> found.add(Seating.of(tables, model.seats(ones))));
        long best = Enumeration.least(tables);
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
            assertThat(found).as(which).allMatch(Seating::whole);
            assertThat(found.get(found.size() - 1).soft()).as(which).isEqualTo(best);
            compared[0]++;
        }
    }
}
