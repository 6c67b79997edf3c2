package org.caravan.adapter;

import java.util.Comparator;
import java.util.Optional;
import org.caravan.application.Bandwidth;
import org.caravan.infrastructure.TrafficQuota;
import org.caravan.unit.BitRate;

/**
 * Bandwidth of a copy on one access link of its site, for both IP versions together: minimum, maximum and share count for each direction by
 * itself. Enforced by the copy's node.
 *
 * @param ispId access link
 * @param uplink capacity of the link; empty if it is not declared, and then only {@code max} can be enforced
 * @param min rate that the copy gets whenever it has that much to send; 0 if none
 * @param max rate that it never exceeds; empty if only the capacity limits it
 * @param share weight for the capacity beyond minima, above 0, with the weight of the organisation; copies without bandwidth have 1
 * @param quota part of the node in the link's quota, for all its copies together; empty if the link has none
 * @param downlink inbound capacity of the link; empty if it is not declared, and then inbound traffic is not divided
 */
public record LinkBandwidth(String ispId, Optional<BitRate> uplink, BitRate min, Optional<BitRate> max, double share,
        Optional<TrafficQuota> quota, Optional<BitRate> downlink)
        implements Comparable<LinkBandwidth> {

    /** Records stored by earlier versions have neither quota nor downlink. */
    public LinkBandwidth {
        quota = quota == null ? Optional.empty() : quota;
        downlink = downlink == null ? Optional.empty() : downlink;
    }

    /** On a link whose inbound capacity is not declared. */
    public LinkBandwidth(String ispId, Optional<BitRate> uplink, BitRate min, Optional<BitRate> max, double share,
            Optional<TrafficQuota> quota) {
        this(ispId, uplink, min, max, share, quota, Optional.empty());
    }

    /** On a link without a quota. */
    public LinkBandwidth(String ispId, Optional<BitRate> uplink, BitRate min, Optional<BitRate> max, double share) {
        this(ispId, uplink, min, max, share, Optional.empty());
    }

    /** The same on a link with this inbound capacity; empty: not declared. */
    public LinkBandwidth withDownlink(Optional<BitRate> capacity) {
        return new LinkBandwidth(ispId, uplink, min, max, share, quota, capacity);
    }

    @Override
    public int compareTo(LinkBandwidth other) {
        return Comparator.comparing(LinkBandwidth::ispId).compare(this, other);
    }

    /** For example {@code min 5.0 Mbit/s max 50.0 Mbit/s share 3 of 100.0 Mbit/s on Fibre}. */
    @Override
    public String toString() {
        return "min " + min + max.map(most -> " max " + most).orElse("") + " share " + Bandwidth.shareText(share)
                + uplink.map(all -> " of " + all).orElse("")
                + " on " + ispId + quota.map(part -> ", " + part).orElse("") + inbound();
    }

    /**
     * What the node knows beyond the model, as the end of a line: {@code  times 2 of 5.0 Mbit/s, quota 1 GB/day then max 1 Mbit/s}; may be
     * empty.
     *
     * @param modelled share in the model, which the weight of the organisation multiplies
     */
    public String beside(double modelled) {
        return (share == modelled ? "" : " times " + Bandwidth.shareText(Math.round(share / modelled * 1_000) / 1_000.0))
                + uplink.map(all -> " of " + all).orElse("") + quota.map(part -> ", " + part).orElse("") + inbound();
    }

    private String inbound() {
        return downlink.map(all -> ", inbound of " + all).orElse("");
    }
}
