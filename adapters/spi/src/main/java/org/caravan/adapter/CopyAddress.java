package org.caravan.adapter;

import org.caravan.infrastructure.AccessPoint;

/**
 * An address of a copy at one access point of its site.
 *
 * @param address literal in canonical form (RFC 5952 for IPv6)
 * @param prefixLength of the site's prefix, in bits
 * @param gateway of that prefix, a literal
 */
public record CopyAddress(AccessPoint at, String address, int prefixLength, String gateway)
        implements Comparable<CopyAddress> {

    @Override
    public int compareTo(CopyAddress other) {
        return at.compareTo(other.at);
    }
}
