package org.caravan.infrastructure;

import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.caravan.unit.Bytes;

/**
 * One Internet service provider of a site, with the prefix it gives the site per IP version (at least one).
 *
 * @param probeBudget bytes that probes may take of the line in any 24 hours, both directions and IP versions together
 */
public record Isp(String id, Map<IpFamily, Subnet> subnets, Optional<Bytes> probeBudget) {

    /** What was stored before a line could have a budget has none. */
    public Isp {
        subnets = Collections.unmodifiableMap(new TreeMap<>(subnets));
        probeBudget = probeBudget == null ? Optional.empty() : probeBudget;
        if (subnets.isEmpty()) {
            throw new IllegalArgumentException("ISP " + id + " has no prefix");
        }
    }

    public Isp(String id, Map<IpFamily, Subnet> subnets) {
        this(id, subnets, Optional.empty());
    }
}
