package org.caravan.adapter.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
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
    /** A round that counts and is outside its bounds ends the test; one in which a program waited for a processor is repeated. */
    private static final int MOST_ROUNDS = 3;
    /** More than any busy machine needs; the traffic ends with the test. */
    private static final Duration TRAFFIC = Duration.ofSeconds(1_200);
    /** Time after the call in which rates settle. */
    private static final int SETTLED_MS = 1_000;
    private BandwidthTraffic traffic;
    /** If in a round all rates were right after the calls, however long these took. */
    private boolean effective;

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
        traffic = new BandwidthTraffic(ground.bed(), ground.host(), ground.outside(), TRAFFIC);
        traffic.flood(process(FLOOD), own(flood, IpFamily.IPV4).address());
        traffic.streams(process(WEB), own(web, IpFamily.IPV4).address());
        BandwidthTraffic.rest(2_500);
        MeasuredRounds rounds = new MeasuredRounds(adapter.provider() + ": a change of the bandwidth acts in time", 1, MOST_ROUNDS)
                .measure(this::round);
        assertThat(effective).as("rates once the node has set the change, which the kernel keeps on a busy machine, too\n" + rounds)
                .isTrue();
        assertThat(traffic.received().connections()).isEqualTo("closed 0 failed 0 silent 0 of " + BandwidthTraffic.CONNECTIONS);
        rounds.judge();
    }

    private MeasuredRounds.Round round() {
        ProcessorWait earlier = traffic.waits().andHere();
        long[] raised = changed(web.withBandwidth(List.of(link(12, 0))));
        BandwidthTraffic.rest(4_500);
        long[] lowered = changed(web.withBandwidth(List.of(link(2, 4))));
        BandwidthTraffic.rest(5_500);
        Received received = traffic.soFar();

        double before = received.rate(raised[0] - 2_000, raised[0]);
        double high = received.rate(Math.max(raised[0] + MOST_MS, raised[1] + SETTLED_MS), lowered[0]);
        double low = received.rate(Math.max(lowered[0] + MOST_MS, lowered[1] + SETTLED_MS), received.end());
        long up = received.first(raised[0], rate -> rate >= 12 * 0.9);
        long down = received.first(lowered[0], rate -> rate <= 4 * 1.1);
        String figures = String.format(Locale.ROOT, "%.2f Mbit/s with max 4 (1.94 to 4.20); min 12 set in %d ms, 10.8 Mbit/s reached after "
                + "%d ms (at most %d), %.2f from 2 s on (at least 11.64); max 4 set in %d ms, 4.4 Mbit/s reached after %d ms (at most %d), "
                + "%.2f from 2 s on (at most 4.20)", before, raised[1] - raised[0], up, MOST_MS, high, lowered[1] - lowered[0], down,
                MOST_MS, low);
        boolean rates = before >= 2 * 0.97 && before <= 4 * 1.05 && high >= 12 * 0.97 && low <= 4 * 1.05;
        boolean inTime = rates && up <= MOST_MS && down <= MOST_MS;
        effective |= inTime || rates && up <= raised[1] - raised[0] + MOST_MS && down <= lowered[1] - lowered[0] + MOST_MS;
        return new MeasuredRounds.Round(inTime, figures, traffic.waits().andHere().since(earlier));
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
