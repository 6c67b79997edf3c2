package org.caravan.bench.reassignment;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.caravan.bench.reassignment.Checker.Verdict;
import org.junit.jupiter.api.Test;

/** The running cost and the checker were written apart: they must say the same after every move. */
class RunningCostTest {

    @Test
    void itSaysTheSameAsTheCheckerAfterEveryMove() {
        int[] kept = new int[2];
        for (int seed = 0; seed < 200; seed++) {
            Instance instance = Fixture.random(seed, 2 + seed % 4, 2 + seed % 7);
            Random random = new Random(seed);
            int[] before = anywhere(instance, random);
            RunningCost running = new RunningCost(instance, before);
            for (int move = 0; move < 40; move++) {
                running.place(random.nextInt(before.length), random.nextInt(instance.machines().length));
                Verdict verdict = Checker.verdict(instance, before, running.machines());
                assertThat(running.soft()).isEqualTo(verdict.cost());
                assertThat(running.hard() == 0).as(verdict.broken().toString()).isEqualTo(verdict.broken().isEmpty());
                kept[verdict.broken().isEmpty() ? 1 : 0]++;
            }
        }
        assertThat(kept[0]).as("broken").isGreaterThan(500);
        assertThat(kept[1]).as("kept").isGreaterThan(500);
    }

    @Test
    void whatItSaysOfAMoveBeforehandComesTrue() {
        int allowed = 0;
        for (int seed = 0; seed < 300; seed++) {
            Instance instance = Fixture.random(seed, 4, 6);
            Random random = new Random(seed);
            int[] before = anywhere(instance, random);
            RunningCost running = new RunningCost(instance, before);
            for (int move = 0; move < 30; move++) {
                int process = random.nextInt(before.length);
                int to = random.nextInt(4);
                boolean may = running.mayShift(process, to);
                long services = Checker.verdict(instance, before, running.machines()).serviceMove();
                long hard = running.hard();
                long expected = running.soft() - services + (may ? running.shiftAdds(process, to) : 0);
                running.place(process, to);
                if (may) {
                    allowed++;
                    assertThat(running.hard()).isLessThanOrEqualTo(hard);
                    assertThat(running.soft() - Checker.verdict(instance, before, running.machines()).serviceMove()).isEqualTo(expected);
                }
            }
        }
        assertThat(allowed).isGreaterThan(300);
    }

    private static int[] anywhere(Instance instance, Random random) {
        return random.ints(instance.processes().length, 0, instance.machines().length).toArray();
    }
}
