package org.caravan.server.metrics;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.caravan.adapter.HostUsage;
import org.caravan.adapter.LinkBandwidth;
import org.caravan.adapter.LinkUse;
import org.caravan.measure.metric.LinkReading;
import org.caravan.unit.BitRate;
import org.caravan.unit.Bytes;

/**
 * Computes bandwidth readings from one host's counters. Intervals are by the clock of the host, which reads counters and clock at once. The
 * first poll yields none, nor does one without newer counters.
 */
final class BandwidthRates {

    private final String hostId;
    private final Map<String, LinkUse> before = new HashMap<>();

    BandwidthRates(String hostId) {
        this.hostId = hostId;
    }

    /** @param at time of the poll, which the readings carry */
    List<LinkReading> of(HostUsage usage, Instant at) {
        List<LinkReading> readings = new ArrayList<>();
        Set<String> there = new TreeSet<>();
        usage.bandwidth().forEach((id, links) -> links.forEach(now -> {
            LinkBandwidth promised = now.promised();
            String key = id.label() + " " + promised.ispId();
            there.add(key);
            LinkUse last = before.put(key, now);
            if (last == null || !last.process().equals(now.process()) || !(now.seconds() > last.seconds())) {
                return;
            }
            double seconds = now.seconds() - last.seconds();
            readings.add(new LinkReading(hostId, id.application(), id.label(), promised.ispId(), promised.uplink(), promised.min(),
                    promised.max(), promised.share(), at, seconds, rate(last.granted(), now.granted(), seconds),
                    rate(last.sent(), now.sent(), seconds), rate(last.refused(), now.refused(), seconds)));
        }));
        before.keySet().retainAll(there);
        return readings;
    }

    private static BitRate rate(Bytes last, Bytes now, double seconds) {
        return new BitRate(Math.round(Math.max(0, now.value() - last.value()) * 8 / seconds));
    }
}
