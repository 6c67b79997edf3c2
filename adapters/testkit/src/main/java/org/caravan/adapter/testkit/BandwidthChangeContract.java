package org.caravan.adapter.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.caravan.adapter.CopyId;
import org.caravan.adapter.CopySpec;
import org.caravan.adapter.LinkBandwidth;
import org.caravan.adapter.testkit.BandwidthChange.Call;
import org.caravan.adapter.testkit.BandwidthTraffic.Received;
import org.caravan.infrastructure.IpFamily;
import org.junit.jupiter.api.Test;

/**
 * The bandwidth of a copy changes while it sends over TCP and a copy of another organisation floods the uplink of 20 Mbit/s: each change
 * acts within 2 s, and no connection breaks. For copies that are containers: the sender runs in the copy's network namespace.
 */
public abstract class BandwidthChangeContract extends UplinkContract {

    /** A round that counts and is outside its bounds ends the test; one in which a program waited for a processor is repeated. */
    private static final int MOST_ROUNDS = 3;
    /** More than any busy machine needs; the traffic ends with the test. */
    private static final Duration TRAFFIC = Duration.ofSeconds(1_200);
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
        Call raised = changed(web.withBandwidth(List.of(link(12, 0))));
        BandwidthTraffic.rest(4_500);
        Call lowered = changed(web.withBandwidth(List.of(link(2, 4))));
        BandwidthTraffic.rest(5_500);
        Received received = traffic.soFar();
        BandwidthChange change = BandwidthChange.of(received, raised, lowered, received.end(), BandwidthChange.MOST_MS);
        effective |= change.effective();
        return new MeasuredRounds.Round(change.inTime(), change.toString(), traffic.waits().andHere().since(earlier));
    }

    /** Hosts of the bed have the clock of this machine. */
    private Call changed(CopySpec spec) {
        long begin = System.currentTimeMillis();
        adapter.reserve(ground.host(), WEB, spec);
        return new Call(begin, System.currentTimeMillis());
    }

    private String process(CopyId id) {
        return ground.process(id).orElseThrow();
    }
}
