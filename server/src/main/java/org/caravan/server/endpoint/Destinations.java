package org.caravan.server.endpoint;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Checks addresses that no provider endpoint may have: link-local, unspecified and multicast addresses, and metadata services of clouds.
 */
final class Destinations {

    /** Addresses of metadata services that are not link-local. */
    private static final Set<String> METADATA = Set.of("fd00:ec2:0:0:0:0:0:254", "fd20:ce:0:0:0:0:0:254", "100.100.100.200", "192.0.0.192",
            "168.63.129.16");
    private static final Pattern NUMBERS = Pattern.compile("(0x[0-9a-f]*|[0-9]+)(\\.(0x[0-9a-f]*|[0-9]+)){0,3}\\.?",
            Pattern.CASE_INSENSITIVE);
    private static final Pattern DECIMAL = Pattern.compile("(0|[1-9][0-9]{0,2})(\\.(0|[1-9][0-9]{0,2})){3}");
    private static final byte[] NAT64 = {0, 0x64, (byte) 0xff, (byte) 0x9b, 0, 0, 0, 0, 0, 0, 0, 0};

    private Destinations() {}

    /** Whether requests to this address are never allowed, even if it is on the list. */
    static boolean forbidden(InetAddress address) {
        InetAddress inner = embedded(address);
        return inner.isLinkLocalAddress() || inner.isAnyLocalAddress() || inner.isMulticastAddress() || METADATA.contains(plain(inner));
    }

    /**
     * Whether the host is a number other than a dotted-decimal IPv4 address: octal, hexadecimal, or with fewer parts. inet_aton(3) and
     * other programs accept it as an address.
     */
    static boolean ambiguous(String host) {
        return NUMBERS.matcher(host).matches() && !DECIMAL.matcher(host).matches();
    }

    /** The IPv4 address to which an IPv4-compatible or NAT64 address translates. */
    private static InetAddress embedded(InetAddress address) {
        byte[] bytes = address.getAddress();
        boolean translated = address instanceof Inet6Address six
                && (six.isIPv4CompatibleAddress() && !six.isLoopbackAddress() && !six.isAnyLocalAddress()
                        || Arrays.equals(Arrays.copyOf(bytes, NAT64.length), NAT64));
        try {
            return translated ? InetAddress.getByAddress(Arrays.copyOfRange(bytes, 12, 16)) : address;
        } catch (UnknownHostException e) {
            throw new IllegalStateException("four bytes are an address", e);
        }
    }

    /** Text form without the scope id. */
    private static String plain(InetAddress address) {
        return address.getHostAddress().replaceFirst("%.*", "");
    }

    /**
     * All addresses of a name. The JVM caches them, so a connection within the next seconds uses the checked addresses: DNS rebinding
     * cannot change them between check and connection.
     *
     * @return empty if the name does not resolve
     */
    static List<InetAddress> of(String host) {
        try {
            return List.of(InetAddress.getAllByName(host));
        } catch (UnknownHostException e) {
            return List.of();
        }
    }
}
