package org.caravan.adapter.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.caravan.adapter.CloudAdapter;
import org.caravan.adapter.CopyAddress;
import org.caravan.adapter.CopyId;
import org.caravan.adapter.CopySpec;
import org.caravan.adapter.InstanceId;
import org.caravan.adapter.LinkBandwidth;
import org.caravan.adapter.testkit.BandwidthTraffic.Received;
import org.caravan.infrastructure.IpFamily;
import org.caravan.unit.BitRate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * The bandwidth of a copy changes while it sends over TCP and a copy of another organisation floods the uplink of 20 Mbit/s: each change
 * acts within 2 s, and no connection breaks. For copies that are containers: the sender runs in the copy's network namespace.
 */
public abstract class BandwidthChangeContract {

    private static final CopyId WEB = new CopyId("acme", new InstanceId("web", 1), 1);
    private static final CopyId FLOOD = new CopyId("other", new InstanceId("flood", 1), 1);
    private static final int MOST_MS = 2_000;
    private FilterGround ground;
    private CloudAdapter adapter;
    private CopySpec web;
    private CopySpec flood;
    private BandwidthTraffic traffic;

    protected abstract FilterGround ground();

    @BeforeEach
    final void begin() {
        ground = ground();
        adapter = ground.adapter();
        destroyAll();
        web = ground.spec(211).withBandwidth(bandwidth(2, Optional.of(BitRate.ofMbps(4))));
        flood = ground.spec(212);
        adapter.ensureImage(ground.host(), web.image());
        adapter.ensureImage(ground.host(), flood.image());
        adapter.ensure(ground.host(), FLOOD, flood, List.of());
        adapter.ensure(ground.host(), WEB, web, List.of());
    }

    @AfterEach
    final void end() {
        if (traffic != null) {
            traffic.close();
        }
        destroyAll();
        adapter.close();
    }

    private void destroyAll() {
        adapter.observe(ground.host()).forEach(copy -> adapter.destroy(ground.host(), copy.id()));
    }

    @Test
    void aChangeActsWithinTwoSecondsAndBreaksNoConnection() {
        traffic = new BandwidthTraffic(ground.bed(), ground.host(), ground.outside());
        traffic.flood(process(FLOOD), own(flood));
        traffic.streams(process(WEB), own(web));
        BandwidthTraffic.rest(2_500);
        long[] raised = changed(web.withBandwidth(bandwidth(12, Optional.empty())));
        BandwidthTraffic.rest(4_500);
        long[] lowered = changed(web.withBandwidth(bandwidth(2, Optional.of(BitRate.ofMbps(4)))));
        BandwidthTraffic.rest(5_500);
        Received received = traffic.received();

        double before = received.rate(raised[0] - 2_000, raised[0]);
        double high = received.rate(raised[0] + MOST_MS, lowered[0]);
        double low = received.rate(lowered[0] + MOST_MS, received.end());
        long up = received.first(raised[0], rate -> rate >= 12 * 0.9);
        long down = received.first(lowered[0], rate -> rate <= 4 * 1.1);
        System.out.printf(Locale.ROOT, "%s: %.2f Mbit/s with max 4; min 12 set in %d ms, reached after %d ms, %.2f from 2 s on; max 4 set in "
                + "%d ms, reached after %d ms, %.2f from 2 s on; %s%n", adapter.provider(), before, raised[1] - raised[0], up, high,
                lowered[1] - lowered[0], down, low, received.connections());
        assertThat(before).as("max 4 Mbit/s before").isBetween(2 * 0.97, 4 * 1.05);
        assertThat(up).as("ms until min 12 Mbit/s is reached").isLessThanOrEqualTo(MOST_MS);
        assertThat(high).as("min 12 Mbit/s from 2 s after the call on").isGreaterThanOrEqualTo(12 * 0.97);
        assertThat(down).as("ms until max 4 Mbit/s is reached").isLessThanOrEqualTo(MOST_MS);
        assertThat(low).as("max 4 Mbit/s from 2 s after the call on").isLessThanOrEqualTo(4 * 1.05);
        assertThat(received.connections()).isEqualTo("closed 0 failed 0 silent 0 of " + BandwidthTraffic.CONNECTIONS);
    }

    /** @return milliseconds since 1970 before and after the call; hosts of the bed have the same clock */
    private long[] changed(CopySpec spec) {
        long begin = System.currentTimeMillis();
        adapter.reserve(ground.host(), WEB, spec);
        return new long[] {begin, System.currentTimeMillis()};
    }

    private static List<LinkBandwidth> bandwidth(double min, Optional<BitRate> max) {
        return List.of(new LinkBandwidth("Fibre", Optional.of(BitRate.ofMbps(20)), BitRate.ofMbps(min), max, 1));
    }

    private String process(CopyId id) {
        return ground.process(id).orElseThrow();
    }

    private static String own(CopySpec spec) {
        return spec.addresses().stream().filter(one -> one.at().ispId().equals("Fibre") && one.at().family() == IpFamily.IPV4)
                .map(CopyAddress::address).findFirst().orElseThrow();
    }
}
