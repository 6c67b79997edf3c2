package org.caravan.server.endpoint;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/** Addresses that no endpoint has: those by which clouds tell a machine its own secrets, and those that are no one machine's. */
final class Destinations {

    /** Of the metadata services that are not link-local. */
    private static final Set<String> METADATA = Set.of("fd00:ec2:0:0:0:0:0:254", "fd20:ce:0:0:0:0:0:254", "100.100.100.200", "192.0.0.192", "168.63.129.16");
    private static final Pattern NUMBERS = Pattern.compile("(0x[0-9a-f]*|[0-9]+)(\\.(0x[0-9a-f]*|[0-9]+)){0,3}\\.?", Pattern.CASE_INSENSITIVE);
    private static final Pattern DECIMAL = Pattern.compile("(0|[1-9][0-9]{0,2})(\\.(0|[1-9][0-9]{0,2})){3}");
    private static final byte[] NAT64 = {0, 0x64, (byte) 0xff, (byte) 0x9b, 0, 0, 0, 0, 0, 0, 0, 0};

    private Destinations() {}

    /** Never asked, whatever is on the list. */
    static boolean forbidden(InetAddress address) {
        InetAddress inner = embedded(address);
        return inner.isLinkLocalAddress() || inner.isAnyLocalAddress() || inner.isMulticastAddress() || METADATA.contains(plain(inner));
    }

    /** Whether it is a number that is no IPv4 address of four decimal parts: octal, hexadecimal, or of fewer parts. inet_aton(3) and other programs read an address in it. */
    static boolean ambiguous(String host) {
        return NUMBERS.matcher(host).matches() && !DECIMAL.matcher(host).matches();
    }

    /** What a translator of the network makes of it. */
    private static InetAddress embedded(InetAddress address) {
        byte[] bytes = address.getAddress();
        boolean translated = address instanceof Inet6Address six
                && (six.isIPv4CompatibleAddress() && !six.isLoopbackAddress() && !six.isAnyLocalAddress() || Arrays.equals(Arrays.copyOf(bytes, NAT64.length), NAT64));
        try {
            return translated ? InetAddress.getByAddress(Arrays.copyOfRange(bytes, 12, 16)) : address;
        } catch (UnknownHostException e) {
            throw new IllegalStateException("four bytes are an address", e);
        }
    }

    /** Without the name of an interface. */
    private static String plain(InetAddress address) {
        return address.getHostAddress().replaceFirst("%.*", "");
    }

    /**
     * All of a name's. Whoever connects within the next seconds gets the same, of the JVM's own cache: another answer of the name's servers does not come between
     * the check and the connection.
     *
     * @return empty if it has none now
     */
    static List<InetAddress> of(String host) {
        try {
            return List.of(InetAddress.getAllByName(host));
        } catch (UnknownHostException e) {
            return List.of();
        }
    }
}
