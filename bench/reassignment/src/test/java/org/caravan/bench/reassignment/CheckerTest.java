package org.caravan.bench.reassignment;

import static org.assertj.core.api.Assertions.assertThat;

import org.caravan.bench.reassignment.Checker.Verdict;
import org.junit.jupiter.api.Test;

/** All figures are reckoned by hand from the few numbers of the fixture. */
class CheckerTest {

    private static final int[] BEFORE = {0, 1, 0, 1};

    private final Instance instance = Fixture.instance();

    @Test
    void costsOfWhatIs() {
        Verdict verdict = after(BEFORE);
        assertThat(verdict.broken()).isEmpty();
        // Machine 0 uses 14 of resource 0, safe are 10; machine 1 uses 13 of resource 1, safe are 8.
        assertThat(verdict.load()).isEqualTo(10 * 4 + 20 * 5);
        // Machine 1 has 13 and 7 free: 2 × 13 - 7 = 19.
        assertThat(verdict.balance()).isEqualTo(3 * 19);
        assertThat(verdict.cost()).isEqualTo(197);
    }

    @Test
    void costsOfMoves() {
        Verdict verdict = after(0, 2, 2, 1);
        assertThat(verdict.broken()).isEmpty();
        assertThat(verdict.load()).isEqualTo(20 * (9 - 8) + 10 * (11 - 6));
        assertThat(verdict.balance()).isEqualTo(3 * (2 * 18 - 11));
        assertThat(verdict.processMove()).isEqualTo(13 + 17);
        assertThat(verdict.serviceMove()).as("one process of each service").isEqualTo(10);
        assertThat(verdict.machineMove()).isEqualTo(100 * (5 + 7));
        assertThat(verdict.cost()).isEqualTo(1385);
    }

    @Test
    void theServiceMovedMostCounts() {
        assertThat(after(0, 1, 1, 0).serviceMove()).as("both processes of service 1").isEqualTo(20);
    }

    @Test
    void conflictAndSpread() {
        assertThat(after(1, 1, 0, 1).broken()).containsExactly(
                "two processes of service 0 are on machine 1", "service 0 is at 1 locations of at least 2");
    }

    @Test
    void dependency() {
        assertThat(after(0, 1, 0, 2).broken()).containsExactly("service 1 is in a neighbourhood without service 0");
        assertThat(after(0, 2, 0, 2).broken()).as("service 0 may be where service 1 is not").isEmpty();
    }

    @Test
    void capacity() {
        assertThat(after(2, 1, 2, 1).broken()).contains("machine 2 has 12 of resource 0, 14 are taken");
    }

    @Test
    void whatIsKeptCountsWhereItCameFrom() {
        // 8 and 2 are there, 6 left: 16 of 15. Resource 1 is not kept.
        assertThat(after(0, 1, 1, 0).broken()).containsExactly("machine 0 has 15 of resource 0, 16 are taken");
    }

    private Verdict after(int... machines) {
        return Checker.verdict(instance, BEFORE, machines);
    }
}
