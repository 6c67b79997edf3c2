package org.caravan.adapter.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import org.caravan.adapter.QuotaUse;
import org.caravan.adapter.testkit.BandwidthTraffic.Received;
import org.caravan.infrastructure.IpFamily;
import org.caravan.infrastructure.TrafficQuota;
import org.caravan.infrastructure.TrafficQuota.Period;
import org.caravan.unit.BitRate;
import org.caravan.unit.Bytes;
import org.junit.jupiter.api.Test;

/**
 * An uplink of 20 Mbit/s with a quota of 5 MB per day gets 2 Mbit/s within 5 s of the byte, keeps them when the program on the node is
 * killed and when the node restarts, and has 20 Mbit/s again when the day is over. What is sent comes from the copy without bandwidth of
 * its own, because the quota is of all copies together.
 */
public abstract class QuotaContract extends MeteredUplinkContract {

    /** {@code -Dquota.bytes=1000000000} repeats the measurement with another quota; 1 GB takes seven minutes. */
    private static final long BYTES = Long.getLong("quota.bytes", 5_000_000);
    private static final TrafficQuota QUOTA = new TrafficQuota(new Bytes(BYTES), Period.DAY, BitRate.ofMbps(2));
    private static final int MOST_MS = 5_000;
    /** How long the quota lasts at half of the capacity. */
    private static final int SPENT_S = (int) (BYTES * 8 / 10_000_000);
    /** More than any busy machine needs for all measurements together; the traffic ends with the test. */
    private static final int LIFETIME_S = 1_200 + SPENT_S;
    private static final Duration DEADLINE = Duration.ofMinutes(2).plusSeconds(2L * SPENT_S);

    @Override
    TrafficQuota quota() {
        return QUOTA;
    }

    @Test
    void aQuotaThatIsUsedUpLowersTheCapacityUntilItIsRenewed() {
        CopyDatagrams traffic = new CopyDatagrams(ground);
        traffic.receive(LIFETIME_S);
        traffic.send(FLOOD, flood, IpFamily.IPV4, 40, LIFETIME_S);
        ProcessorWait earlier = traffic.waits();
        await().atMost(DEADLINE).until(() -> traffic.soFar().total() >= payload());
        // Of which 5 s are measured: a class that waited for its timer may send 32 KiB at once, and those are 2.6 % of their bytes.
        BandwidthTraffic.rest(10_000);
        ProcessorWait.Shares waits = traffic.waits().since(earlier);
        await().until(() -> capacities().equals("2000000"));
        onHost("kill -9 " + shaper());
        long killed = System.currentTimeMillis();
        ProcessorWait afterwards = traffic.waits();
        assertThat(capacities()).as("right after the program of the node was killed").isEqualTo("2000000");
        BandwidthTraffic.rest(5_000);
        ProcessorWait.Shares waitsAfterwards = traffic.waits().since(afterwards);
        Received received = traffic.received();
        traffic.end();
        long last = received.reached(payload());
        double before = received.rate(received.reached(1_000_000), last);
        long after = received.first(last, rate -> rate <= 2 * 1.1);
        double then = received.rate(last + 5_000, killed);
        double kept = received.rate(killed, received.end());
        // What left while no program ran is counted once the next one has looked: a busy host starts it later.
        QuotaUse use = await().until(() -> used().filter(one -> one.exceeded().isPresent()
                && one.used().value() >= received.total()), Optional::isPresent).orElseThrow();
        String figures = String.format(Locale.ROOT, "%.2f Mbit/s before %d MB (above 8), 2.2 Mbit/s reached %d ms after the byte (at most "
                + "%d), %.2f from 5 s on (1.8 to 2.1); %d B counted", before, BYTES / 1_000_000, after, MOST_MS, then, use.used().value());
        MeasuredRounds rates = new MeasuredRounds(adapter.provider() + ": a quota that is used up", 1, 1).measure(() ->
                new MeasuredRounds.Round(before > 20 * 0.4 && after <= MOST_MS && then >= 2 * 0.9 && then <= 2 * 1.05, figures, waits));
        MeasuredRounds without = new MeasuredRounds(adapter.provider() + ": a quota while the program is killed", 1, 1).measure(() ->
                new MeasuredRounds.Round(kept >= 2 * 0.9, String.format(Locale.ROOT, "%.2f Mbit/s (1.8 to 2.1)", kept), waitsAfterwards));
        assertThat(kept).as("Mbit/s after the program was killed, of which a busy machine only sends less").isLessThanOrEqualTo(2 * 1.05);
        assertThat(use.quota()).isEqualTo(QUOTA);
        assertThat(adapter.observe(ground.host()).stream().filter(copy -> copy.id().equals(WEB)).findFirst().orElseThrow().bandwidth())
                .as("no drift").contains(web.bandwidth());

        ground.reboot();
        await().until(() -> adapter.whyNotReady(ground.host(), WEB, web.endpoints().get(0)).isEmpty());
        assertThat(capacities()).as("after a restart of the node").isEqualTo("2000000");
        QuotaUse again = await().until(this::used, Optional::isPresent).orElseThrow();
        assertThat(again.exceeded()).isEqualTo(use.exceeded());
        assertThat(again.used()).isGreaterThanOrEqualTo(QUOTA.amount());

        String running = shaper();
        long today = use.begin().getEpochSecond();
        // As if it had been yesterday. A stopped process neither writes the files nor is started again before they are changed.
        onHost("kill -STOP %1$s; sed -i -E 's/ %2$d( |$)/ %3$d\\1/' /run/caravan/quota /var/lib/caravan/quota; kill -9 %1$s".formatted(
                running, today, today - 86_400));
        long begin = System.nanoTime();
        await().until(() -> capacities().equals("20000000"));
        QuotaUse fresh = await().until(() -> used().filter(one -> one.exceeded().isEmpty()), Optional::isPresent).orElseThrow();
        System.out.printf(Locale.ROOT, "%s: 20 Mbit/s again %.1f s after the program was killed on the next day%n", adapter.provider(),
                (System.nanoTime() - begin) / 1e9);
        assertThat(fresh.used().value()).isLessThan(QUOTA.amount().value());
        assertThat(fresh.earlier()).containsKey(Instant.ofEpochSecond(today - 86_400));
        MeasuredRounds.judge(List.of(rates, without));
    }

    /** Capacity of the link in each class that the node made, in bit/s. */
    private String capacities() {
        return List.of(onHost("cut -d ' ' -f 6 /run/caravan/shaped").split("\\s+")).stream().distinct().collect(Collectors.joining(" "));
    }
}
