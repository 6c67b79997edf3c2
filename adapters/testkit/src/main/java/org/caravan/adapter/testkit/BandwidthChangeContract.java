package org.caravan.adapter.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Locale;
import org.caravan.adapter.CopyId;
import org.caravan.adapter.CopySpec;
import org.caravan.adapter.LinkBandwidth;
import org.caravan.adapter.testkit.BandwidthTraffic.Received;
import org.caravan.infrastructure.IpFamily;
import org.junit.jupiter.api.Test;

/**
 * The bandwidth of a copy changes while it sends over TCP and a copy of another organisation floods the uplink of 20 Mbit/s: each change
 * acts within 2 s, and no connection breaks. For copies that are containers: the sender runs in the copy's network namespace.
 */
public abstract class BandwidthChangeContract extends UplinkContract {

    private static final int MOST_MS = 2_000;
    private BandwidthTraffic traffic;

    @Override
    LinkBandwidth first() {
        return link(2, 4);
    }

    @Override
    void endTraffic() {
        if (traffic != null) {
            traffic.close();
        }
    }

    @Test
    void aChangeActsWithinTwoSecondsAndBreaksNoConnection() {
        traffic = new BandwidthTraffic(ground.bed(), ground.host(), ground.outside());
        traffic.flood(process(FLOOD), own(flood, IpFamily.IPV4).address());
        traffic.streams(process(WEB), own(web, IpFamily.IPV4).address());
        BandwidthTraffic.rest(2_500);
        long[] raised = changed(web.withBandwidth(List.of(link(12, 0))));
        BandwidthTraffic.rest(4_500);
        long[] lowered = changed(web.withBandwidth(List.of(link(2, 4))));
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

    private String process(CopyId id) {
        return ground.process(id).orElseThrow();
    }
}
