package org.caravan.solver.bound;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.caravan.solver.BenchProblem;
import org.caravan.solver.BruteForce;
import org.caravan.solver.GeneratedProblems;
import org.caravan.solver.MixedProblems;
import org.caravan.solver.MixedProblems.Feature;
import org.caravan.solver.Replanning;
import org.caravan.solver.build.ProblemCompiler;
import org.caravan.solver.model.ActiveDimensions;
import org.caravan.solver.model.CompiledProblem;
import org.caravan.solver.model.HostResources;
import org.caravan.solver.model.Position;
import org.caravan.solver.score.Assignment;
import org.caravan.solver.search.ConstructionHeuristic;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A bound that is above the best placement would be a lie; one that is far below it would be worth nothing. */
class LagrangianBoundTest {

    @Test
    void noPlacementIsBelowAndMostBoundsAreTheBest() {
        int[] proved = new int[2];
        GeneratedProblems.small(80).forEach(problem -> {
            CompiledProblem tables = ProblemCompiler.of(Replanning.asIfPlacedAnywhere(problem, new Random(1)));
            Optional<Assignment> best = BruteForce.best(tables);
            if (best.isPresent() && tables.instances().stream().allMatch(instance -> instance.positions().length > 0)) {
                // Told of a worse placement it must not climb above the best one.
                long bound = new LagrangianBound(tables).below(best.get().soft() + 10_000);
                assertThat(bound).isLessThanOrEqualTo(best.get().soft());
                proved[0]++;
                proved[1] += new LagrangianBound(tables).below(best.get().soft()) == best.get().soft() ? 1 : 0;
            }
        });
        System.out.println("bound: " + proved[1] + " of " + proved[0] + " small problems proved");
        assertThat(proved[0]).isGreaterThan(30);
        assertThat(proved[1]).isGreaterThan(proved[0] / 2);
    }

    /** Of small problems everything is tried: what is reckoned for large ones is held against that here. */
    @Test
    @Tag("long")
    void noPlacementOfAMixedProblemIsBelowWhatIsReckoned() {
        int compared = 0;
        Map<Feature, Integer> features = new EnumMap<>(Feature.class);
        for (int seed = 0; seed < 150; seed++) {
            MixedProblems.Mixed mixed = MixedProblems.of(seed);
            CompiledProblem tables = ProblemCompiler.of(mixed.problem());
            Optional<Assignment> best = BruteForce.best(tables, mixed.problem().excluded().keySet());
            if (best.isPresent() && tables.instances().stream().allMatch(instance -> instance.positions().length > 0)) {
                assertThat(new LagrangianBound(tables).relaxed(best.get().soft() + 10_000)).as("problem " + seed)
                        .isLessThanOrEqualTo(best.get().soft());
                compared++;
                mixed.has().forEach(feature -> features.merge(feature, 1, Integer::sum));
            }
        }
        System.out.println("bound without trying everything: " + compared + " mixed problems, with " + features);
        assertThat(compared).isGreaterThan(50);
        assertThat(features).containsKeys(Feature.LIMIT, Feature.DISK, Feature.QUOTA);
    }

    @Test
    void diskLimitsAndQuotasRaiseIt() {
        int byDisk = 0;
        int byOthers = 0;
        for (int seed = 0; seed < 150; seed++) {
            CompiledProblem tables = ProblemCompiler.of(MixedProblems.of(seed).problem());
            ActiveDimensions all = tables.considered();
            boolean positionsForAll = tables.instances().stream().allMatch(instance -> instance.positions().length > 0);
            Optional<Assignment> start = Optional.of(tables).filter(any -> positionsForAll)
                    .map(any -> new ConstructionHeuristic(any).find()).filter(Assignment::whole);
            if (start.isPresent()) {
                long reached = start.get().soft();
                long bound = new LagrangianBound(tables).relaxed(reached);
                byDisk += bound > new LagrangianBound(without(tables, Long.MAX_VALUE)).relaxed(reached) ? 1 : 0;
                CompiledProblem unbounded = tables.within(tables.positions(),
                        new ActiveDimensions(Long.MAX_VALUE, all.disk(), all.power(), List.of(), all.egress(),
                        all.utility(), all.startup()));
                byOthers += bound > new LagrangianBound(unbounded).relaxed(reached) ? 1 : 0;
            }
        }
        System.out.println("bound raised by disk: " + byDisk + ", by limits and quotas: " + byOthers);
        assertThat(byDisk).isPositive();
        assertThat(byOthers).isPositive();
    }

    /** With as much disk on each host. */
    private static CompiledProblem without(CompiledProblem tables, long disk) {
        return tables.within(tables.positions().stream()
                .map(position -> new Position(position.index(), position.hostId(), position.site(), position.platform(), position.cpuFree(),
                position.memoryFree(), position.cents(),
                        new HostResources(disk, position.terms().money(), position.terms().idle(), position.terms().perMilliCore(),
                        position.terms().rented()))).toList(), tables.considered());
    }

    @Test
    void equalProblemsHaveEqualBounds() {
        CompiledProblem tables = ProblemCompiler.of(BenchProblem.of(BenchProblem.Size.of("50x200"), 1, true));
        long reached = new ConstructionHeuristic(tables).find().soft();

        assertThat(new LagrangianBound(tables).below(reached)).isEqualTo(new LagrangianBound(tables).below(reached));
    }

    @Test
    void ofALargeProblemItIsNear() {
        CompiledProblem tables = ProblemCompiler.of(BenchProblem.of(BenchProblem.Size.of("50x200"), 1, false));
        Assignment start = new ConstructionHeuristic(tables).find();

        long bound = new LagrangianBound(tables).below(start.soft());

        assertThat(start.whole()).isTrue();
        assertThat(bound).isBetween(start.soft() * 9 / 10, start.soft());
    }
}
