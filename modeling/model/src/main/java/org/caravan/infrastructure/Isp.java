package org.caravan.infrastructure;

import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.caravan.unit.BitRate;
import org.caravan.unit.Bytes;
import org.caravan.unit.DataPrice;

/**
 * Internet service provider of a site, with the prefix it assigns to the site for each IP version (at least one).
 *
 * @param probeBudget bytes that probes may use on the uplink in any 24 hours, both directions and IP versions together
 * @param uplink outbound capacity, both IP versions together; empty if not declared
 * @param downlink inbound capacity, both IP versions together; empty if not declared
 * @param egress price of outbound traffic; empty if it is free or not declared
 * @param quota what copies may send before the link is slower or has a higher price; empty if there is none
 */
public record Isp(String id, Map<IpFamily, Subnet> subnets, Optional<Bytes> probeBudget, Optional<BitRate> uplink,
        Optional<BitRate> downlink, Optional<DataPrice> egress, Optional<TrafficQuota> quota) {

    /** ISPs stored before budget, uplink, downlink, egress price or quota existed have none. */
    public Isp {
        subnets = Collections.unmodifiableMap(new TreeMap<>(subnets));
        probeBudget = probeBudget == null ? Optional.empty() : probeBudget;
        uplink = uplink == null ? Optional.empty() : uplink;
        downlink = downlink == null ? Optional.empty() : downlink;
        egress = egress == null ? Optional.empty() : egress;
        quota = quota == null ? Optional.empty() : quota;
        if (subnets.isEmpty()) {
            throw new IllegalArgumentException("ISP " + id + " has no prefix");
        }
    }

    public Isp(String id, Map<IpFamily, Subnet> subnets) {
        this(id, subnets, Optional.empty());
    }

    /** ISP without a declared capacity. */
    public Isp(String id, Map<IpFamily, Subnet> subnets, Optional<Bytes> probeBudget) {
        this(id, subnets, probeBudget, Optional.empty());
    }

    /** ISP without an egress price. */
    public Isp(String id, Map<IpFamily, Subnet> subnets, Optional<Bytes> probeBudget, Optional<BitRate> uplink) {
        this(id, subnets, probeBudget, uplink, Optional.empty());
    }

    /** ISP without a declared inbound capacity. */
    public Isp(String id, Map<IpFamily, Subnet> subnets, Optional<Bytes> probeBudget, Optional<BitRate> uplink,
            Optional<DataPrice> egress) {
        this(id, subnets, probeBudget, uplink, Optional.empty(), egress, Optional.empty());
    }

    /** Returns a copy with this egress price. */
    public Isp withEgress(DataPrice price) {
        return new Isp(id, subnets, probeBudget, uplink, downlink, Optional.of(price), quota);
    }

    /** Returns a copy without an outbound capacity limit. */
    public Isp withoutUplink() {
        return new Isp(id, subnets, probeBudget, Optional.empty(), downlink, egress, quota);
    }

    /** Returns a copy with this inbound capacity; empty: without a limit. */
    public Isp withDownlink(Optional<BitRate> capacity) {
        return new Isp(id, subnets, probeBudget, uplink, capacity, egress, quota);
    }

    /** Returns a copy with this limit of what copies may send. */
    public Isp withQuota(TrafficQuota limit) {
        return new Isp(id, subnets, probeBudget, uplink, downlink, egress, Optional.of(limit));
    }
}
