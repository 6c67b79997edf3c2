package org.caravan.infrastructure;

import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.caravan.unit.BitRate;
import org.caravan.unit.Bytes;

/**
 * One Internet service provider of a site, with the prefix it gives the site per IP version (at least one).
 *
 * @param probeBudget bytes that probes may take of the line in any 24 hours, both directions and IP versions together
 * @param uplink what the line carries outwards, both IP versions together; empty where nobody said
 */
public record Isp(String id, Map<IpFamily, Subnet> subnets, Optional<Bytes> probeBudget, Optional<BitRate> uplink) {

    /** What was stored before a line could have a budget or an uplink has none. */
    public Isp {
        subnets = Collections.unmodifiableMap(new TreeMap<>(subnets));
        probeBudget = probeBudget == null ? Optional.empty() : probeBudget;
        uplink = uplink == null ? Optional.empty() : uplink;
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
}
