package org.caravan.adapter.node;

import java.util.Locale;
import org.caravan.adapter.CopyAddress;
import org.caravan.adapter.CopySpec;
import org.caravan.adapter.LinkBandwidth;

/**
 * The bandwidth of a copy as a file that the node's shaper reads: the bridge, the networks of the site by access link, the copy's part of
 * each link in bit/s, and the inbound capacity of the link. A pure function.
 */
final class BandwidthFile {

    /** Capacity in bit/s of a link whose uplink is not declared; below 2³² B/s, the most that one message to the kernel can carry. */
    static final long UNDECLARED = 32_000_000_001L;

    private BandwidthFile() {}

    /** Empty if the copy has no bandwidth. */
    static String of(CopySpec spec, String bridge) {
        if (spec.bandwidth().isEmpty()) {
            return "";
        }
        StringBuilder text = new StringBuilder("bridge ").append(bridge).append('\n');
        for (CopyAddress address : spec.addresses()) {
            text.append("net ").append(address.at().ispId()).append(' ').append(address.address()).append('/')
                    .append(address.prefixLength()).append('\n');
        }
        for (LinkBandwidth link : spec.bandwidth()) {
            text.append(String.format(Locale.ROOT, "link %s %d %d %s %s%s\n", link.ispId(),
                    link.uplink().map(rate -> rate.value()).orElse(UNDECLARED), link.min().value(),
                    link.max().map(rate -> Long.toString(rate.value())).orElse("-"), link.share(),
                    link.quota().map(part -> " " + QuotaWords.of(part)).orElse("")));
            link.downlink().ifPresent(rate -> text.append("inbound ").append(link.ispId()).append(' ').append(rate.value()).append('\n'));
        }
        return text.toString();
    }
}
