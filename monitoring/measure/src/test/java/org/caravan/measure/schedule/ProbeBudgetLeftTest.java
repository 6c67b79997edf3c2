package org.caravan.measure.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.caravan.measure.Sites.BERGEN_BKK;
import static org.caravan.measure.Sites.OHIO_AMAZON;
import static org.caravan.measure.Sites.SIMULA_KVANTEL;

import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.caravan.infrastructure.AccessPoint;
import org.caravan.measure.ProbeOrder;
import org.caravan.measure.ProbeOrder.IdleRtt;
import org.caravan.measure.ProbeOrder.LoadedFlow;
import org.caravan.measure.ProbePoint;
import org.caravan.unit.Bytes;
import org.junit.jupiter.api.Test;

class ProbeBudgetLeftTest {

    private static final Clock NOON = Clock.fixed(Instant.parse("2026-11-20T12:00:00Z"), ZoneOffset.UTC);
    private static final AccessLink BKK = AccessLink.of(BERGEN_BKK);

    private final LinkVolume spending = new LinkVolume();
    private final ProbeBudgetLeft allowance = new ProbeBudgetLeft(
            new LinkBudgets(new TreeMap<>(Map.of(BKK, new Bytes(11_000_000))), Optional.empty()), spending, NOON);

    @Test
    void aFlowGoesOnForWhatTheLineAffords() {
        LoadedFlow allowed = (LoadedFlow) allowance.ask(flow(BERGEN_BKK, OHIO_AMAZON)).order().orElseThrow();
        assertThat(allowed.most()).contains(new Bytes(10_000_000));
        assertThat(allowance.ask(flow(SIMULA_KVANTEL, BERGEN_BKK)).spent()).as("all is set aside").contains(BKK);

        allowance.settle(allowed, Optional.of(new Bytes(4_400_000)), 4);
        assertThat(spending.bytes(BKK, NOON.instant())).isEqualTo(new Bytes(4_400_000));
        LoadedFlow next = (LoadedFlow) allowance.ask(flow(SIMULA_KVANTEL, BERGEN_BKK)).order().orElseThrow();
        assertThat(next.most()).contains(new Bytes(6_000_000));
    }

    @Test
    void whereNoLineHasABudgetAFlowIsNotBounded() {
        assertThat(allowance.ask(flow(SIMULA_KVANTEL, OHIO_AMAZON)).order()).contains(flow(SIMULA_KVANTEL, OHIO_AMAZON));
    }

    @Test
    void aFailedFlowIsTakenToHaveSentSomething() {
        ProbeOrder allowed = allowance.ask(flow(BERGEN_BKK, OHIO_AMAZON)).order().orElseThrow();
        allowance.settle(allowed, Optional.empty(), 0);

        assertThat(spending.bytes(BKK, NOON.instant())).isEqualTo(new Bytes(10_000_000));
    }

    @Test
    void trainsAreSentWhollyOrNotAtAll() {
        ProbeOrder trains = new ProbeOrder.PacketTrains(point(BERGEN_BKK), point(OHIO_AMAZON), 3, 100);
        ProbeOrder many = new ProbeOrder.PacketTrains(point(BERGEN_BKK), point(OHIO_AMAZON), 100, 100);
        assertThat(allowance.ask(many).spent()).contains(BKK);
        assertThat(allowance.ask(trains).order()).contains(trains);
        allowance.settle(trains, Optional.empty(), 0);
        assertThat(spending.bytes(BKK, NOON.instant())).as("of one that failed").isEqualTo(new Bytes(434_400));
    }

    /** Reserved for three times its bytes: as many trains as fit with all repetitions, and the next when they have ended without any. */
    @Test
    void repetitionsOfASingleTrainAreReservedAndReturned() {
        ProbeOrder single = new ProbeOrder.PacketTrains(point(BERGEN_BKK), point(OHIO_AMAZON), 1, 100);
        int fit = 11_000_000 / (3 * 144_800);
        for (int number = 0; number < fit; number++) {
            assertThat(allowance.ask(single).order()).contains(single);
        }
        assertThat(allowance.ask(single).spent()).contains(BKK);

        allowance.settle(single, Optional.of(new Bytes(3 * 144_800)), 0);
        assertThat(allowance.ask(single).spent()).as("all repetitions were sent").contains(BKK);
        for (int number = 1; number < fit; number++) {
            allowance.settle(single, Optional.of(new Bytes(144_800)), 0);
        }
        assertThat(allowance.ask(single).order()).contains(single);
        allowance.settle(single, Optional.empty(), 0);
        assertThat(spending.bytes(BKK, NOON.instant())).as("failed, perhaps after its repetitions")
                .isEqualTo(new Bytes((fit + 5) * 144_800L));
    }

    @Test
    void aSpentLineSendsNoEchoes() {
        IdleRtt idle = new IdleRtt(point(BERGEN_BKK), point(SIMULA_KVANTEL), 16);
        assertThat(allowance.ask(idle).order()).contains(idle);
        allowance.settle(idle, Optional.of(new Bytes(10_995_000)), 3);

        assertThat(allowance.ask(idle).spent()).contains(BKK);
    }

    private static LoadedFlow flow(AccessPoint from, AccessPoint to) {
        return new LoadedFlow(point(from), point(to), 4);
    }

    private static ProbePoint point(AccessPoint at) {
        return new ProbePoint(at, "machine-" + at.siteId(), "10.0.0.1");
    }
}
