package org.caravan.measure;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import org.caravan.infrastructure.AccessPoint;
import org.caravan.infrastructure.IpFamily;
import org.junit.jupiter.api.Test;

class NewestStatisticsTest {

    private static final PathId PATH = new PathId(
            new AccessPoint("bergen", "BKK", IpFamily.IPV4), new AccessPoint("simula", "Uninett", IpFamily.IPV4));

    @Test
    void aNewWindowReplacesOnlyWhatItMeasured() {
        Statistic newRtt = statistic(Quantity.IDLE_RTT, 9);
        Statistic oldRtt = statistic(Quantity.IDLE_RTT, 209);
        Statistic oldThroughput = statistic(Quantity.THROUGHPUT, 9e7);
        assertThat(NewestStatistics.of(List.of(List.of(newRtt), List.of(oldThroughput, oldRtt))))
                .containsExactly(newRtt, oldThroughput);
    }

    private static Statistic statistic(Quantity quantity, double mean) {
        return new Statistic(PATH, quantity, mean, 0, mean, mean, 16, Instant.EPOCH);
    }
}
