package org.caravan.solver.reassignment;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import org.caravan.solver.reassignment.Checker.Verdict;
import org.junit.jupiter.api.Test;

class PricedStartTest {

    @Test
    void howeverFullMachinesAreOnTheWayWhatItFindsBreaksNothing() {
        int found = 0;
        for (int seed = 0; seed < 40; seed++) {
            Instance instance = Fixture.random(seed, 3, 6);
            int[] before = new Random(seed).ints(6, 0, 3).toArray();
            if (Checker.verdict(instance, before, before).broken().isEmpty()) {
                int[] after = PricedStart.find(instance, before, 0.1, seed);
                Verdict verdict = Checker.verdict(instance, before, after);
                assertThat(verdict.broken()).isEmpty();
                assertThat(verdict.cost()).isLessThanOrEqualTo(Checker.verdict(instance, before, before).cost());
                found += Arrays.equals(before, after) ? 0 : 1;
            }
        }
        assertThat(found).as("better than at first").isPositive();
    }

    @Test
    void whatItSaysOfRoomBeforehandComesTrue() {
        int compared = 0;
        for (int seed = 0; seed < 200; seed++) {
            Instance instance = Fixture.random(seed, 4, 6);
            Random random = new Random(seed);
            RunningCost running = new RunningCost(instance, random.ints(6, 0, 4).toArray());
            for (int move = 0; move < 30; move++) {
                int one = random.nextInt(6);
                int other = random.nextInt(6);
                int to = random.nextInt(4);
                if (running.machineOf(one) != running.machineOf(other)) {
                    long expected = running.hard() - running.misplaced() + running.swapOver(one, other);
                    int there = running.machineOf(other);
                    running.place(other, running.machineOf(one));
                    running.place(one, there);
                    assertThat(running.hard() - running.misplaced()).isEqualTo(expected);
                }
                if (running.machineOf(one) != to) {
                    long expected = running.hard() - running.misplaced() + running.shiftOver(one, to);
                    running.place(one, to);
                    assertThat(running.hard() - running.misplaced()).isEqualTo(expected);
                    compared++;
                }
            }
        }
        assertThat(compared).isGreaterThan(1_000);
    }
}
