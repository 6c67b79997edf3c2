package org.caravan.adapter.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.List;
import java.util.Optional;
import org.caravan.adapter.LinkBandwidth;
import org.caravan.unit.BitRate;
import org.junit.jupiter.api.Test;

/** Classes of a downlink of 20 Mbit/s are repaired when they are lost, restored when the node restarts, and end with their copies. */
public abstract class InboundRepairContract extends UplinkContract {

    static final BitRate DOWNLINK = BitRate.ofMbps(20);

    @Override
    LinkBandwidth first() {
        return inbound(5, 0, 0.1);
    }

    static LinkBandwidth inbound(double min, double max, double share) {
        return new LinkBandwidth(LINK, Optional.empty(), BitRate.ofMbps(min),
                max > 0 ? Optional.of(BitRate.ofMbps(max)) : Optional.empty(), share).withDownlink(Optional.of(DOWNLINK));
    }

    @Override
    void afterAllAreGone() {
        assertThat(onHost("tc qdisc show; nft list tables netdev; ip -br link")).as("classes of copies that are gone")
                .doesNotContain("htb", "bandwidth_caravan", "caravan-in");
    }

    /** The program on the node is killed, and the device is removed, which ends its classes; the node restarts. */
    @Test
    void itIsRepairedWhenItIsLostAndComesBackWithTheNode() {
        assertThat(granted()).contains(web.bandwidth());
        // A stopped process is neither restarted nor does it repair anything, however long the reading takes.
        String process = shaper();
        onHost("kill -STOP " + process + "; ip link delete caravan-in");
        assertThat(granted()).as("lost classes are seen").contains(List.of());
        onHost("kill -9 " + process);
        await().until(() -> granted().equals(Optional.of(web.bandwidth())));

        ground.reboot();
        await().until(() -> adapter.whyNotReady(ground.host(), WEB, web.endpoints().get(0)).isEmpty());
        assertThat(granted()).contains(web.bandwidth());
        assertThat(onHost("tc class show dev caravan-in")).contains("rate 19Mbit ceil 19Mbit");
    }

    final Optional<List<LinkBandwidth>> granted() {
        return adapter.observe(ground.host()).stream().filter(copy -> copy.id().equals(WEB)).findFirst()
                .flatMap(copy -> copy.bandwidth());
    }
}
