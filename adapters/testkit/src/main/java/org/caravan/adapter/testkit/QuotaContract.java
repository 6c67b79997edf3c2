package org.caravan.adapter.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import org.caravan.adapter.LinkBandwidth;
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
public abstract class QuotaContract extends UplinkContract {

    private static final TrafficQuota QUOTA = new TrafficQuota(new Bytes(5_000_000), Period.DAY, BitRate.ofMbps(2));
    private static final int MOST_MS = 5_000;
    /** More than the time of all measurements together. */
    private static final int LIFETIME_S = 120;

    @Override
    LinkBandwidth first() {
        return new LinkBandwidth(LINK, Optional.of(UPLINK), BitRate.ZERO, Optional.empty(), 1, Optional.of(QUOTA));
    }

    @Override
    void endTraffic() {
        new CopyDatagrams(ground).end();
    }

    /** The count outlives its copies. */
    @Override
    void afterAllAreGone() {
        await().until(() -> onHost("kill -0 $(cat /run/caravan/shaper.pid 2>/dev/null) 2>/dev/null && echo runs || true").isEmpty());
        onHost("rm -f /var/lib/caravan/quota /run/caravan/quota");
    }

    @Test
    void aQuotaThatIsUsedUpLowersTheCapacityUntilItIsRenewed() {
        CopyDatagrams traffic = new CopyDatagrams(ground);
        traffic.receive(LIFETIME_S);
        traffic.send(FLOOD, flood, IpFamily.IPV4, 40, LIFETIME_S);
        BandwidthTraffic.rest(9_000);
        onHost("kill -9 $(cat /run/caravan/shaper.pid)");
        BandwidthTraffic.rest(5_000);
        Received received = traffic.received();
        traffic.end();
        long last = received.reached(Math.round(QUOTA.amount().value() * CopyDatagrams.PAYLOAD));
        double before = received.rate(received.reached(1_000_000), last);
        long after = received.first(last, rate -> rate <= 2 * 1.1);
        double then = received.rate(last + 5_000, received.end());
        QuotaUse use = await().until(() -> used().filter(one -> one.exceeded().isPresent()), Optional::isPresent).orElseThrow();
        System.out.printf(Locale.ROOT, "%s: %.2f Mbit/s before 5 MB, 2 Mbit/s reached %d ms after the byte, %.2f afterwards, also after "
                + "the program was killed; %d B counted%n", adapter.provider(), before, after, then, use.used().value());
        assertThat(before).as("the usual capacity").isGreaterThan(20 * 0.4);
        assertThat(after).as("ms from the byte to the switch").isLessThanOrEqualTo(MOST_MS);
        assertThat(then).as("the lower capacity, used whole").isBetween(2 * 0.9, 2 * 1.05);
        assertThat(use.quota()).isEqualTo(QUOTA);
        assertThat(use.used().value()).as("at least what arrived").isGreaterThanOrEqualTo(received.total());
        assertThat(adapter.observe(ground.host()).stream().filter(copy -> copy.id().equals(WEB)).findFirst().orElseThrow().bandwidth())
                .as("no drift").contains(web.bandwidth());

        ground.reboot();
        await().until(() -> adapter.whyNotReady(ground.host(), WEB, web.endpoints().get(0)).isEmpty());
        assertThat(capacities()).as("after a restart of the node").isEqualTo("2000000");
        QuotaUse again = await().atMost(Duration.ofSeconds(20)).until(this::used, Optional::isPresent).orElseThrow();
        assertThat(again.exceeded()).isEqualTo(use.exceeded());
        assertThat(again.used()).isGreaterThanOrEqualTo(QUOTA.amount());

        await().atMost(Duration.ofSeconds(20)).until(() -> onHost("kill -0 $(cat /run/caravan/shaper.pid) && echo runs || true")
                .equals("runs"));
        long today = use.begin().getEpochSecond();
        onHost("kill -9 $(cat /run/caravan/shaper.pid); sed -i -E 's/ %d( |$)/ %d\\1/' /run/caravan/quota /var/lib/caravan/quota".formatted(
                today, today - 86_400)); // as if it had been yesterday
        long begin = System.nanoTime();
        await().atMost(Duration.ofSeconds(20)).until(() -> capacities().equals("20000000"));
        QuotaUse fresh = await().until(() -> used().filter(one -> one.exceeded().isEmpty()), Optional::isPresent).orElseThrow();
        System.out.printf(Locale.ROOT, "%s: 20 Mbit/s again %.1f s after the program was killed on the next day%n", adapter.provider(),
                (System.nanoTime() - begin) / 1e9);
        assertThat(fresh.used().value()).isLessThan(QUOTA.amount().value());
        assertThat(fresh.earlier()).containsKey(Instant.ofEpochSecond(today - 86_400));
    }

    private Optional<QuotaUse> used() {
        return adapter.usage(ground.host()).quotas().stream().filter(use -> use.ispId().equals(LINK)).findFirst();
    }

    /** Capacity of the link in each class that the node made, in bit/s. */
    private String capacities() {
        return List.of(onHost("cut -d ' ' -f 6 /run/caravan/shaped").split("\\s+")).stream().distinct().collect(Collectors.joining(" "));
    }
}
