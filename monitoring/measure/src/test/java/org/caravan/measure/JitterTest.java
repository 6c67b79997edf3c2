package org.caravan.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Instant;
import java.util.List;
import org.caravan.infrastructure.AccessPoint;
import org.caravan.infrastructure.IpFamily;
import org.junit.jupiter.api.Test;

class JitterTest {

    private static final PathId PATH = new PathId(
            new AccessPoint("bergen", "BKK", IpFamily.IPV4), new AccessPoint("simula", "Kvantel", IpFamily.IPV4));
    private static final Instant NOON = Instant.parse("2026-11-21T12:00:00Z");

    @Test
    void isTheMeanDistanceOfNeighbours() {
        assertThat(Jitter.of(List.of(10.0, 12.0, 9.0, 9.0)).orElseThrow()).isCloseTo(5 / 3.0, within(1e-9));
        assertThat(Jitter.of(List.of(10.0))).isEmpty();
        assertThat(Jitter.of(List.of())).isEmpty();
    }

    @Test
    void goesBesideTheSamplesItIsOf() {
        List<Sample> idle = List.of(sample(Quantity.IDLE_RTT, 9), sample(Quantity.IDLE_RTT, 11), sample(Quantity.LOSS, 0));

        List<Sample> all = Jitter.beside(idle);

        assertThat(all).hasSize(4).startsWith(idle.toArray(Sample[]::new));
        assertThat(all.get(3)).isEqualTo(sample(Quantity.JITTER, 2));
        assertThat(Jitter.beside(idle.subList(1, 3))).isEqualTo(idle.subList(1, 3));
    }

    private static Sample sample(Quantity quantity, double value) {
        return new Sample(PATH, quantity, value, NOON, "ping");
    }
}
