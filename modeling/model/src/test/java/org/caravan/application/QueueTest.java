package org.caravan.application;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Random;
import org.caravan.unit.RequestRate;
import org.junit.jupiter.api.Test;

class QueueTest {

    @Test
    void whatWaitsFollowsFromHowMuchOfItsTimeAReplicaIsBusy() {
        Queue queue = queue(15, 20);
        assertThat(queue.utilisation()).isEqualTo(0.75);
        assertThat(queue.meanMillis()).isEqualTo(150);
        assertThat(queue.quantileMillis(0.95)).isCloseTo(1_000 * Math.log(15) / 5, within(1e-9));
        assertThat(queue(0, 20).meanMillis()).isZero();
        assertThat(queue(0, 20).quantileMillis(0.95)).isZero();
        assertThat(queue(1, 20).quantileMillis(0.95)).as("95 %% do not wait").isZero();
    }

    @Test
    void whereMoreComesThanIsServedItGrowsWithoutEnd() {
        assertThat(queue(20, 20).meanMillis()).isInfinite();
        assertThat(queue(21, 20).quantileMillis(0.95)).isInfinite();
    }

    /** Sums of products are rounded: exactly full is never taken for a little less. */
    @Test
    void asManyReplicasAreNeededAsKeepEachBelowAllOfItsTime() {
        assertThat(needed(30, 15)).isEqualTo(3);
        assertThat(needed(29.9, 15)).isEqualTo(2);
        assertThat(needed(0, 15)).isEqualTo(1);
        assertThat(needed(15, 15)).isEqualTo(2);
        for (int replicas = 1; replicas < 99; replicas++) {
            for (double capacity : new double[] {0.1, 0.3, 7, 1 / 3.0, 20}) {
                double full = 0;
                for (int part = 0; part < replicas; part++) {
                    full += capacity;
                }
                assertThat(needed(full, capacity)).as("%s of %s", replicas, capacity).isEqualTo(replicas + 1);
                assertThat(queue(full / replicas, capacity).stable()).isFalse();
                assertThat(queue(full / (replicas + 1), capacity).stable()).isTrue();
                assertThat(needed(full * 0.9999, capacity)).isEqualTo(replicas);
            }
        }
    }

    private static int needed(double rate, double capacity) {
        return new Scaling(99, new RequestRate(capacity)).needed(new RequestRate(rate));
    }

    /** Lindley's recursion over two million requests. */
    @Test
    void aSimulatedReplicaMakesRequestsWaitAsLong() {
        Random random = new Random(7);
        double[] waits = new double[2_000_000];
        for (int i = 1; i < waits.length; i++) {
            double service = -Math.log(1 - random.nextDouble()) / 20;
            double gap = -Math.log(1 - random.nextDouble()) / 15;
            waits[i] = Math.max(0, waits[i - 1] + service - gap);
        }
        double mean = 1_000 * Arrays.stream(waits).average().orElseThrow();
        Arrays.sort(waits);
        assertThat(mean).isCloseTo(queue(15, 20).meanMillis(), within(4.0));
        assertThat(1_000 * waits[(int) (0.95 * waits.length)]).isCloseTo(queue(15, 20).quantileMillis(0.95), within(12.0));
    }

    private static Queue queue(double arrivals, double capacity) {
        return new Queue(new RequestRate(arrivals), new RequestRate(capacity));
    }
}
