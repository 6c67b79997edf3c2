package org.caravan.infrastructure;

import java.math.BigInteger;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * IP prefix of one ISP at one site, with its gateway. Instances get addresses by slot number within the prefix.
 *
 * @param prefix CIDR notation (RFC 4632, RFC 4291), network address, for example {@code 10.7.88.0/24}
 * @param gateway address literal inside the prefix or, for IPv6, the link-local address of a router (RFC 4861, section 4.2: routers
 * advertise this address); kept in canonical form (RFC 5952), as kernels print it
 */
public record Subnet(String prefix, String gateway) {

    /** Lowest slot of application copies; lower slots are for hosts, gateways and manual use. */
    public static final int FIRST_OF_COPIES = 100;

    /** Highest slot of application copies. */
    public static final int LAST_OF_COPIES = 249;

    private static final String OCTET = "(25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])";
    private static final String DOTTED = OCTET + "(\\." + OCTET + "){3}";

    public Subnet {
        int slash = prefix.indexOf('/');
        if (slash < 0 || !prefix.substring(slash + 1).matches("[0-9]{1,3}")) {
            throw new IllegalArgumentException("a prefix needs its length, as in 10.7.88.0/24: " + prefix);
        }
        InetAddress network = stated(prefix.substring(0, slash));
        int length = Integer.parseInt(prefix.substring(slash + 1));
        int bits = network.getAddress().length * 8;
        if (length < 0 || length > bits) {
            throw new IllegalArgumentException("a prefix length is 0 to " + bits + ": " + prefix);
        }
        if (stated(gateway).getAddress().length * 8 != bits) {
            throw new IllegalArgumentException("prefix " + prefix + " and gateway " + gateway + " differ in IP version");
        }
        gateway = AddressText.of(literal(gateway).getAddress());
    }

    /** Whether the gateway is known by its link-local address (fe80::/10, RFC 4291, section 2.5.6); false for IPv4. */
    public boolean hasLinkLocalGateway() {
        byte[] address = literal(gateway).getAddress();
        return address.length == 16 && (address[0] & 0xff) == 0xfe && (address[1] & 0xc0) == 0x80;
    }

    /** Number of addresses above the network address, capped at {@link Integer#MAX_VALUE}. */
    public int lastSlot() {
        int hostBits = network().length * 8 - prefixLength();
        return hostBits >= 31 ? Integer.MAX_VALUE : (1 << hostBits) - 1;
    }

    /**
     * Offset of an address literal from the network address; empty if the address is outside the prefix or the offset is {@link
     * Integer#MAX_VALUE} or more.
     */
    public OptionalInt slotOf(String addressLiteral) {
        if (!contains(addressLiteral)) {
            return OptionalInt.empty();
        }
        BigInteger distance = new BigInteger(1, literal(addressLiteral).getAddress())
                .subtract(new BigInteger(1, literal(networkAddress()).getAddress()));
        return distance.bitLength() >= 31 ? OptionalInt.empty() : OptionalInt.of(distance.intValue());
    }

    public int prefixLength() {
        return Integer.parseInt(prefix.substring(prefix.indexOf('/') + 1));
    }

    /** Lowest address of the prefix, in canonical form. It differs from the stated address if the model states the address of a machine. */
    public String networkAddress() {
        byte[] address = network();
        for (int bit = prefixLength(); bit < address.length * 8; bit++) {
            address[bit / 8] &= (byte) ~(0x80 >> bit % 8);
        }
        return AddressText.of(address);
    }

    /** The address {@code slot} above the network address, as a literal in canonical form (RFC 5952). */
    public String address(int slot) {
        byte[] network = network();
        byte[] sum = new BigInteger(1, network).add(BigInteger.valueOf(slot)).toByteArray();
        byte[] address = new byte[network.length];
        for (int i = 1; i <= Math.min(sum.length, address.length); i++) {
            address[address.length - i] = sum[sum.length - i];
        }
        return AddressText.of(address);
    }

    /** Whether the address literal lies in this prefix; false for the other IP version. */
    public boolean contains(String addressLiteral) {
        byte[] network = network();
        byte[] address = literal(addressLiteral).getAddress();
        if (address.length != network.length) {
            return false;
        }
        int shift = network.length * 8 - prefixLength();
        return new BigInteger(1, network).shiftRight(shift).equals(new BigInteger(1, address).shiftRight(shift));
    }

    private byte[] network() {
        return literal(prefix.substring(0, prefix.indexOf('/'))).getAddress();
    }

    /** The same address in canonical form (RFC 5952); empty for a text that is no address. Asks no name server. */
    public static Optional<String> canonicalAddress(String text) {
        try {
            return Optional.of(AddressText.of(literal(text).getAddress()));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    /** Rejects IPv4-mapped addresses (RFC 4291, section 2.5.5.2): Java parses them as IPv4, although they look like IPv6. */
    private static InetAddress stated(String text) {
        InetAddress address = literal(text);
        if (text.indexOf(':') >= 0 && address.getAddress().length == 4) {
            throw new IllegalArgumentException("an IPv4 address is written as " + address.getHostAddress() + ", without ::ffff: (" + text
                    + ")");
        }
        return address;
    }

    private static InetAddress literal(String text) {
        // Only literals are accepted: getByName would query a name server for any other text, also for 999.1.1.1, and would parse 10.7 as
        // 10.0.0.7.
        if (text.indexOf('%') > 0) {
            throw new IllegalArgumentException("an address has no zone here, as %eth0: " + text);
        }
        if (!text.matches(DOTTED + "|[0-9a-fA-F]*:[0-9a-fA-F:.]*")) {
            throw new IllegalArgumentException("not an IP address: " + text);
        }
        try {
            return InetAddress.getByName(text);
        } catch (UnknownHostException e) {
            throw new IllegalArgumentException("not an IP address: " + text, e);
        }
    }

    /** Formats IP addresses in canonical form, so that equal addresses are equal strings. */
    static final class AddressText {

        private AddressText() {}

        static String of(byte[] address) {
            return address.length == 4 ? dotted(address) : colons(address);
        }

        private static String dotted(byte[] address) {
            return (address[0] & 255) + "." + (address[1] & 255) + "." + (address[2] & 255) + "." + (address[3] & 255);
        }

        /** RFC 5952: lower case, no leading zeros, the first longest run of two or more zero groups is "::". */
        private static String colons(byte[] address) {
            int bestStart = -1;
            int bestLength = 1;
            for (int start = 0; start < 8; start++) {
                int end = start;
                while (end < 8 && group(address, end) == 0) {
                    end++;
                }
                if (end - start > bestLength) {
                    bestStart = start;
                    bestLength = end - start;
                }
            }
            if (bestStart < 0) {
                return groups(address, 0, 8);
            }
            return groups(address, 0, bestStart) + "::" + groups(address, bestStart + bestLength, 8);
        }

        private static String groups(byte[] address, int from, int to) {
            List<String> texts = new ArrayList<>();
            for (int i = from; i < to; i++) {
                texts.add(Integer.toHexString(group(address, i)));
            }
            return String.join(":", texts);
        }

        private static int group(byte[] address, int index) {
            return (address[2 * index] & 255) << 8 | address[2 * index + 1] & 255;
        }
    }
}
