package org.caravan.infrastructure;

import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.caravan.unit.BitRate;
import org.caravan.unit.Bytes;
import org.caravan.unit.DataPrice;

/**
 * One Internet service provider of a site, with the prefix it gives the site per IP version (at least one).
 *
 * @param probeBudget bytes that probes may take of the line in any 24 hours, both directions and IP versions together
 * @param uplink what the line carries outwards, both IP versions together; empty where nobody said
 * @param egress price of what leaves the site by the line; empty where it costs nothing or nobody said
 */
public record Isp(
        String id, Map<IpFamily, Subnet> subnets, Optional<Bytes> probeBudget, Optional<BitRate> uplink, Optional<DataPrice> egress) {

    /** What was stored before a line could have a budget, an uplink or a price has none. */
    public Isp {
        subnets = Collections.unmodifiableMap(new TreeMap<>(subnets));
        probeBudget = probeBudget == null ? Optional.empty() : probeBudget;
        uplink = uplink == null ? Optional.empty() : uplink;
        egress = egress == null ? Optional.empty() : egress;
        if (subnets.isEmpty()) {
            throw new IllegalArgumentException("ISP " + id + " has no prefix");
        }
    }

    public Isp(String id, Map<IpFamily, Subnet> subnets) {
        this(id, subnets, Optional.empty());
    }

    /** One of which nobody said how much it carries. */
    public Isp(String id, Map<IpFamily, Subnet> subnets, Optional<Bytes> probeBudget) {
        this(id, subnets, probeBudget, Optional.empty());
    }

    /** One by which traffic costs nothing. */
    public Isp(String id, Map<IpFamily, Subnet> subnets, Optional<Bytes> probeBudget, Optional<BitRate> uplink) {
        this(id, subnets, probeBudget, uplink, Optional.empty());
    }

    /** The same at another price of what leaves the site by it. */
    public Isp withEgress(DataPrice price) {
        return new Isp(id, subnets, probeBudget, uplink, Optional.of(price));
    }

    /** One whose line carries what it is asked to. */
    public Isp withoutUplink() {
        return new Isp(id, subnets, probeBudget, Optional.empty(), egress);
    }
}
