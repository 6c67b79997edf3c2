package org.caravan.measure.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.caravan.measure.Sites.OHIO_AMAZON;

import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.caravan.measure.ProbeOrder;
import org.caravan.measure.ProbeResult;
import org.caravan.measure.Quantity;
import org.caravan.measure.Sample;
import org.caravan.measure.Sites;
import org.caravan.measure.run.ProbeProgress.State;
import org.caravan.measure.schedule.AccessLink;
import org.caravan.measure.schedule.LinkBudgets;
import org.caravan.measure.schedule.LinkVolume;
import org.caravan.measure.schedule.MachineAddresses;
import org.caravan.measure.schedule.ProbeBudgetLeft;
import org.caravan.measure.schedule.ProbeSchedule;
import org.caravan.measure.schedule.ProbeScope;
import org.caravan.measure.schedule.ProbeSettings;
import org.caravan.unit.Bytes;
import org.caravan.unit.Millis;
import org.junit.jupiter.api.Test;

/** A line with a budget, in a run that a person asked for. */
class SpentLineTest {

    private static final Clock CLOCK = Clock.fixed(Instant.parse("2026-11-20T08:00:00Z"), ZoneOffset.UTC);

    @Test
    void whatALineDoesNotAffordIsLeftOutAndSaid() {
        Bytes room = new Bytes(3 * 16 * 208 + 50);
        LinkBudgets budgets = new LinkBudgets(new TreeMap<>(Map.of(AccessLink.of(OHIO_AMAZON), room)), Optional.empty());
        ProbeBudgetLeft allowance = new ProbeBudgetLeft(budgets, new LinkVolume(), CLOCK);
        ProbeSchedule schedule = ProbeSchedule.of(Sites.ALL, MachineAddresses.of(Sites.addresses()), new ProbeSettings(16, 4, 1, 1, 1));

        ProbeProgress end = new ProbeRun(SpentLineTest::network, new SamplesInMemory(), Sites.ALL, schedule, any -> {}, CLOCK,
                known -> List.of(), allowance).run(ProbeScope.FULL);

        assertThat(end.state()).isEqualTo(State.DONE);
        assertThat(end.done()).isEqualTo(end.total());
        assertThat(end.pairs()).filteredOn(pair -> pair.path().toString().contains("ohio")).as("100 bytes, then it is spent").hasSize(1);
        assertThat(end.faults()).singleElement().asString().startsWith("Access link (ohio.Amazon) has spent its probe budget: ")
                .endsWith(" probes were left out.\nMaybe probe less often, or raise the probe budget of isp Amazon of site ohio.");
    }

    /** Every probe is answered and takes 100 bytes. */
    private static ProbeResult network(ProbeOrder order) {
        Quantity quantity = order instanceof ProbeOrder.LoadedFlow ? Quantity.THROUGHPUT : Quantity.IDLE_RTT;
        Sample sample = new Sample(order.path(), quantity, 20, CLOCK.instant(), "test");
        return new ProbeResult(order, List.of(sample), new Bytes(100), new Millis(50));
    }
}
