package org.caravan.infrastructure;

import java.util.Map;
import java.util.TreeMap;

/** One Internet service provider of a site, with the prefix it gives the site per IP version (at least one). */
public record Isp(String id, Map<IpFamily, Subnet> subnets) {

    public Isp {
        subnets = java.util.Collections.unmodifiableMap(new TreeMap<>(subnets));
        if (subnets.isEmpty()) {
            throw new IllegalArgumentException("ISP " + id + " has no prefix");
        }
    }
}
