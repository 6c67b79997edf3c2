package org.caravan.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
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

    @Test
    void aP99IsOfTheFirstWindowThatHasSamplesEnoughForIt() {
        Statistic run = statistic(Quantity.IDLE_RTT, 9);
        Statistic day = statistic(Quantity.IDLE_RTT, 11).withP99(Optional.of(new P99(30, 160)));
        Statistic week = statistic(Quantity.IDLE_RTT, 12).withP99(Optional.of(new P99(40, 1_120)));
        assertThat(NewestStatistics.of(List.of(List.of(run), List.of(day), List.of(week)))).containsExactly(run.withP99(day.p99()));
        assertThat(NewestStatistics.of(List.of(List.of(run), List.of(run), List.of(week)))).containsExactly(run.withP99(week.p99()));
        Statistic own = run.withP99(Optional.of(new P99(20, 100)));
        assertThat(NewestStatistics.of(List.of(List.of(own), List.of(week)))).containsExactly(own);
    }

    @Test
    void aPathThatGotSlowerIsNotWhatItsP99Was() {
        Statistic slower = statistic(Quantity.IDLE_RTT, 50);
        Statistic week = statistic(Quantity.IDLE_RTT, 12).withP99(Optional.of(new P99(40, 1_120)));
        assertThat(NewestStatistics.of(List.of(List.of(slower), List.of(week)))).containsExactly(slower);
    }

    @Test
    void aP99TakesAHundredSamples() {
        assertThat(new P99(30, 100).samples()).isEqualTo(100);
        assertThatThrownBy(() -> new P99(30, 99)).hasMessage("a 99th percentile takes 100 samples: 99");
    }

    private static Statistic statistic(Quantity quantity, double mean) {
        return new Statistic(PATH, quantity, mean, 0, mean, mean, 16, Instant.EPOCH);
    }
}
