package org.caravan.adapter.node;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.HexFormat;

/** Formats IPv6 addresses for comparison in filters. */
final class Ipv6Digits {

    private Ipv6Digits() {}

    /** @return 32 hexadecimal digits */
    static String of(String literal) {
        if (literal.indexOf(':') < 0) {
            throw new IllegalArgumentException("not an IPv6 address: " + literal);
        }
        try {
            InetAddress address = InetAddress.getByName(literal); // literals cause no look-up
            if (!(address instanceof Inet6Address)) {
                throw new IllegalArgumentException("not an IPv6 address: " + literal);
            }
            return HexFormat.of().formatHex(address.getAddress());
        } catch (UnknownHostException e) {
            throw new IllegalArgumentException("not an IPv6 address: " + literal, e);
        }
    }

    /** The link-local address that a kernel derives from a hardware address (RFC 4291, appendix A). */
    static String linkLocal(String hardwareAddress) {
        byte[] mac = HexFormat.ofDelimiter(":").parseHex(hardwareAddress);
        return "fe80::%x:%x:%x:%x".formatted(((mac[0] ^ 2) & 0xff) << 8 | mac[1] & 0xff, (mac[2] & 0xff) << 8 | 0xff,
                0xfe00 | mac[3] & 0xff, (mac[4] & 0xff) << 8 | mac[5] & 0xff);
    }
}
