package org.caravan.server.metrics;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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
 * first poll yields none, nor does one without newer counters or with ones that cannot be.
 */
final class BandwidthRates {

    /** In bit/s, above what any host counts: a host that says more is not believed. */
    private static final double MOST = 1e13;
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
            String key = id.label() + " " + promised.ispId() + (now.inbound() ? " inbound" : "");
            there.add(key);
            LinkUse last = before.put(key, now);
            if (last == null || !last.process().equals(now.process()) || !(now.seconds() > last.seconds())) {
                return;
            }
            double seconds = now.seconds() - last.seconds();
            double granted = rate(last.granted(), now.granted(), seconds);
            double sent = rate(last.sent(), now.sent(), seconds);
            double refused = rate(last.refused(), now.refused(), seconds);
            if (Math.min(granted, Math.min(sent, refused)) >= 0 && Math.max(granted, Math.max(sent, refused)) <= MOST) {
                readings.add(new LinkReading(hostId, id.application(), id.label(), promised.ispId(),
                        now.inbound() ? promised.downlink() : promised.uplink(), promised.min(), promised.max(), promised.share(), at,
                        seconds, rounded(granted), rounded(sent), rounded(refused),
                        now.inbound() ? Optional.of(true) : Optional.empty()));
            }
        }));
        before.keySet().retainAll(there);
        return readings;
    }

    /** Negative if a counter has fallen. */
    private static double rate(Bytes last, Bytes now, double seconds) {
        return (now.value() - last.value()) * 8.0 / seconds;
    }

    private static BitRate rounded(double rate) {
        return new BitRate(Math.round(rate));
    }
}
