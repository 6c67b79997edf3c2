package org.caravan.infrastructure;

import java.math.BigInteger;
import java.net.InetAddress;
import java.net.UnknownHostException;

/**
 * An IP prefix with its gateway, of one ISP at one site; instances get addresses from it by slot.
 *
 * @param prefix CIDR notation (RFC 4632, RFC 4291), network address, for example {@code 10.7.88.0/24}
 * @param gateway address literal inside the prefix
 */
public record Subnet(String prefix, String gateway) {

    private static final String OCTET = "(25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])";
    private static final String DOTTED = OCTET + "(\\." + OCTET + "){3}";

    public Subnet {
        int slash = prefix.indexOf('/');
        if (slash < 0 || !prefix.substring(slash + 1).matches("[0-9]{1,3}")) {
            throw new IllegalArgumentException("a prefix needs its length, as in 10.7.88.0/24: " + prefix);
        }
        InetAddress network = literal(prefix.substring(0, slash));
        int length = Integer.parseInt(prefix.substring(slash + 1));
        int bits = network.getAddress().length * 8;
        if (length < 0 || length > bits) {
            throw new IllegalArgumentException("a prefix length is 0 to " + bits + ": " + prefix);
        }
        if (literal(gateway).getAddress().length * 8 != bits) {
            throw new IllegalArgumentException("prefix " + prefix + " and gateway " + gateway + " differ in IP version");
        }
    }

    public int prefixLength() {
        return Integer.parseInt(prefix.substring(prefix.indexOf('/') + 1));
    }

    /** The lowest address of the prefix, in canonical form; what the prefix states, unless it states a machine's address. */
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

    private static InetAddress literal(String text) {
        // Only a literal may pass: getByName would ask a name server for anything else, also for 999.1.1.1,
        // and would read 10.7 as 10.0.0.7.
        if (!text.matches(DOTTED + "|[0-9a-fA-F]*:[0-9a-fA-F:.]*")) {
            throw new IllegalArgumentException("not an IP address: " + text);
        }
        try {
            return InetAddress.getByName(text);
        } catch (UnknownHostException e) {
            throw new IllegalArgumentException("not an IP address: " + text, e);
        }
    }
}
