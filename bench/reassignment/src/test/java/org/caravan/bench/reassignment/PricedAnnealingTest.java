package org.caravan.bench.reassignment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Random;
import org.caravan.bench.reassignment.Checker.Verdict;
import org.junit.jupiter.api.Test;

class PricedAnnealingTest {

    @Test
    void howeverFullMachinesAreOnTheWayWhatItFindsBreaksNothing() {
        int found = 0;
        for (int seed = 0; seed < 40; seed++) {
            Instance instance = Fixture.random(seed, 3, 6);
            int[] before = new Random(seed).ints(6, 0, 3).toArray();
            if (Checker.verdict(instance, before, before).broken().isEmpty()) {
                int[] after = PricedAnnealing.find(instance, before, before, 0.05, seed);
                Verdict verdict = Checker.verdict(instance, before, after);
                assertThat(verdict.broken()).isEmpty();
                assertThat(verdict.cost()).isLessThanOrEqualTo(Checker.verdict(instance, before, before).cost());
                found += Arrays.equals(before, after) ? 0 : 1;
            }
        }
        assertThat(found).as("better than at first").isPositive();
    }

    @Test
    void whatAMoveAddsComesTrueAndSoDoesWhetherAllHaveRoom() {
        int compared = 0;
        for (int seed = 0; seed < 500; seed++) {
            Instance instance = Fixture.random(seed, 4, 6);
            Random random = new Random(seed);
            int[] before = random.ints(6, 0, 4).toArray();
            if (Checker.verdict(instance, before, before).broken().isEmpty()) {
                PricedAssignment assignment = new PricedAssignment(instance, before, before);
                for (int move = 0; move < 60; move++) {
                    if (move % 5 == 0) {
                        assignment.loads().reprice(1.1, 0.9);
                    }
                    compared += moved(assignment, instance, before, random) ? 1 : 0;
                }
            }
        }
        assertThat(compared).isGreaterThan(500);
    }

    /** Makes any move there is, and holds what it was said to add against the checker's cost and a fresh assignment's. */
    private static boolean moved(PricedAssignment assignment, Instance instance, int[] before, Random random) {
        int one = random.nextInt(6);
        int other = random.nextInt(6);
        int to = random.nextInt(4);
        boolean swap = random.nextBoolean();
        if (!(swap ? assignment.maySwap(one, other) : assignment.mayShift(one, to))) {
            return false;
        }
        double adds = swap ? assignment.swapAdds(one, other, Double.MAX_VALUE) : assignment.shiftAdds(one, to, Double.MAX_VALUE);
        double limited = swap ? assignment.swapAdds(one, other, 0) : assignment.shiftAdds(one, to, 0);
        assertThat(limited <= 0).as("no more than the limit").isEqualTo(adds <= 0);
        double was = assignment.charged();
        long moves = serviceMoves(assignment, instance, before);
        boolean made = true;
        if (swap) {
            made = assignment.swap(one, other);
        } else {
            assignment.shift(one, to);
        }
        double rest = serviceMoves(assignment, instance, before) - moves;
        assertThat(assignment.charged() - was).isCloseTo(made ? adds + rest : 0, within(1e-6));
        int[] after = new int[before.length];
        assignment.copyTo(after);
        Verdict verdict = Checker.verdict(instance, before, after);
        assertThat(assignment.cost()).isEqualTo(verdict.cost());
        assertThat(assignment.allowed()).isEqualTo(verdict.broken().isEmpty());
        return made;
    }

    private static long serviceMoves(PricedAssignment assignment, Instance instance, int[] before) {
        int[] after = new int[before.length];
        assignment.copyTo(after);
        return Checker.verdict(instance, before, after).serviceMove();
    }
}
