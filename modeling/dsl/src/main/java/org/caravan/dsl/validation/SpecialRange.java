package org.caravan.dsl.validation;

import java.util.List;
import java.util.Optional;
import org.caravan.infrastructure.Subnet;

/**
 * Range of addresses that cannot be routed between sites (RFC 6890, RFC 5771, RFC 4291). Private, shared (100.64.0.0/10), benchmark and
 * documentation ranges are not among them: private networks, mobile networks, test beds and examples use them.
 *
 * @param range in CIDR notation
 * @param use plural noun for its addresses
 */
record SpecialRange(String range, String use) {

    private static final List<SpecialRange> ALL = List.of(
            new SpecialRange("0.0.0.0/8", "unspecified addresses"),
            new SpecialRange("127.0.0.0/8", "loopback addresses"),
            new SpecialRange("169.254.0.0/16", "link-local addresses"),
            new SpecialRange("224.0.0.0/4", "multicast addresses"),
            new SpecialRange("240.0.0.0/4", "reserved addresses"),
            new SpecialRange("::/64", "unspecified and loopback addresses"),
            new SpecialRange("fe80::/10", "link-local addresses"),
            new SpecialRange("ff00::/8", "multicast addresses"));

    /** The first special range that shares an address with the prefix. */
    static Optional<SpecialRange> of(Subnet subnet) {
        return ALL.stream().filter(special -> special.overlaps(subnet)).findFirst();
    }

    private boolean overlaps(Subnet subnet) {
        String first = range.substring(0, range.indexOf('/'));
        return new Subnet(range, first).contains(subnet.networkAddress()) || subnet.contains(first);
    }
}
