package org.caravan.measure.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.caravan.measure.Sites.BERGEN_BKK;
import static org.caravan.measure.Sites.BERGEN_UNINETT;
import static org.caravan.measure.Sites.SIMULA_KVANTEL;
import static org.caravan.measure.Sites.USERS_TELENOR;

import java.time.Instant;
import java.util.List;
import org.caravan.infrastructure.AccessPoint;
import org.caravan.measure.NetworkMatrixBuilder;
import org.caravan.measure.PathId;
import org.caravan.measure.Quantity;
import org.caravan.measure.Sites;
import org.caravan.measure.Statistic;
import org.junit.jupiter.api.Test;

class PeerChoiceTest {

    @Test
    void oneWildAnswerMakesANearPeerNoFarOne() {
        List<Statistic> known = List.of(
                rtt(BERGEN_BKK, USERS_TELENOR, 9, 6.5), rtt(BERGEN_BKK, SIMULA_KVANTEL, 7.7, 7.7),
                rtt(BERGEN_UNINETT, USERS_TELENOR, 10.5, 10.5), rtt(BERGEN_UNINETT, SIMULA_KVANTEL, 12, 12));
        PeerChoice choice = new PeerChoice(List.of(BERGEN_BKK, BERGEN_UNINETT, SIMULA_KVANTEL, USERS_TELENOR),
                NetworkMatrixBuilder.build(known, Sites.ALL, Instant.EPOCH));

        assertThat(choice.nearest()).containsExactlyInAnyOrder(
                new PathId(BERGEN_BKK, USERS_TELENOR), new PathId(USERS_TELENOR, BERGEN_BKK),
                new PathId(BERGEN_UNINETT, SIMULA_KVANTEL), new PathId(SIMULA_KVANTEL, BERGEN_UNINETT));
    }

    private static Statistic rtt(AccessPoint from, AccessPoint to, double mean, double median) {
        return new Statistic(new PathId(from, to), Quantity.IDLE_RTT, mean, 5, median, median, 16, Instant.EPOCH);
    }
}
