package org.caravan.adapter.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.Locale;
import java.util.Optional;
import org.caravan.adapter.QuotaUse;
import org.caravan.adapter.testkit.BandwidthTraffic.Received;
import org.caravan.infrastructure.IpFamily;
import org.caravan.infrastructure.TrafficQuota;
import org.caravan.infrastructure.TrafficQuota.Period;
import org.caravan.unit.Bytes;
import org.caravan.unit.DataPrice;
import org.junit.jupiter.api.Test;

/**
 * An uplink of 20 Mbit/s with a quota of 5 MB per day and a price afterwards keeps its capacity: the node counts the bytes, reports when
 * the quota is used up, and reports the price, also while the copies go on sending.
 */
public abstract class QuotaPriceContract extends MeteredUplinkContract {

    private static final TrafficQuota QUOTA = new TrafficQuota(new Bytes(5_000_000), Period.DAY,
            new TrafficQuota.Price(new DataPrice(90_000)));
    /** More than any busy machine needs for all measurements together; the traffic ends with the test. */
    private static final int LIFETIME_S = 1_200;
    /** Bytes sent until the end of the second rate, which is a mean over 4 s. */
    private static final long AFTER = 15_000_000;

    @Override
    TrafficQuota quota() {
        return QUOTA;
    }

    @Test
    void aQuotaWithAPriceIsCountedAndLeavesTheCapacity() {
        CopyDatagrams traffic = new CopyDatagrams(ground);
        traffic.receive(LIFETIME_S);
        traffic.send(FLOOD, flood, IpFamily.IPV4, 40, LIFETIME_S);
        ProcessorWait earlier = traffic.waits();
        QuotaUse use = await().until(() -> used().filter(one -> one.exceeded().isPresent()
                && one.used().value() >= AFTER + 5_000_000), Optional::isPresent).orElseThrow();
        ProcessorWait.Shares waits = traffic.waits().since(earlier);
        Received received = traffic.received();
        traffic.end();
        long last = received.reached(payload());
        double before = received.rate(received.reached(1_000_000), last);
        double after = received.rate(last, received.reached(Math.round(AFTER * CopyDatagrams.PAYLOAD)));
        MeasuredRounds rates = new MeasuredRounds(adapter.provider() + ": a quota with a price leaves the capacity", 1, 1).measure(() ->
                new MeasuredRounds.Round(before > 20 * 0.4 && after >= before * 0.7 && after <= 20 * 1.1, String.format(Locale.ROOT,
                        "%.2f Mbit/s before 5 MB (above 8), %.2f from there to 15 MB (%.2f to 22); %d B counted, %s", before, after,
                        before * 0.7, use.used().value(), use.quota()), waits));
        assertThat(after).as("Mbit/s after 5 MB, of which a busy machine only sends less").isLessThanOrEqualTo(20 * 1.1);
        assertThat(use.quota()).isEqualTo(QUOTA);
        assertThat(use.exceeded().orElseThrow()).isAfterOrEqualTo(use.begin());
        assertThat(onHost("cut -d ' ' -f 6 /run/caravan/shaped | sort -u")).as("capacity of all classes").isEqualTo("20000000");
        assertThat(adapter.observe(ground.host()).stream().filter(copy -> copy.id().equals(WEB)).findFirst().orElseThrow().bandwidth())
                .as("no drift").contains(web.bandwidth());
        rates.judge();
    }
}
