package org.caravan.solver;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** A bound that is above the best placement would be a lie; one that is far below it would be worth nothing. */
class LowerBoundTest {

    @Test
    void noPlacementIsBelowAndMostBoundsAreTheBest() {
        int[] proved = new int[2];
        GeneratedProblems.small(80).forEach(problem -> {
            PlacementTables tables = TablesBuilder.of(Replanning.asIfPlacedAnywhere(problem, new Random(1)));
            Optional<Seating> best = BruteForce.best(tables);
            if (best.isPresent() && tables.tenants().stream().allMatch(tenant -> tenant.seats().length > 0)) {
                // Told of a worse placement it must not climb above the best one.
                long bound = new LowerBound(tables).below(best.get().soft() + 10_000);
                assertThat(bound).isLessThanOrEqualTo(best.get().soft());
                proved[0]++;
                proved[1] += new LowerBound(tables).below(best.get().soft()) == best.get().soft() ? 1 : 0;
            }
        });
        System.out.println("bound: " + proved[1] + " of " + proved[0] + " small problems proved");
        assertThat(proved[0]).isGreaterThan(30);
        assertThat(proved[1]).isGreaterThan(proved[0] / 2);
    }

    @Test
    void ofALargeProblemItIsNear() {
        PlacementTables tables = TablesBuilder.of(BenchProblem.of(BenchProblem.Size.ALL.get(1), 1, false));
        Seating start = new FirstSeating(tables).find();

        long bound = new LowerBound(tables).below(start.soft());

        assertThat(start.whole()).isTrue();
        assertThat(bound).isBetween(start.soft() * 9 / 10, start.soft());
    }
}
