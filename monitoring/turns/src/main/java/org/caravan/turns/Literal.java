package org.caravan.turns;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.regex.Pattern;

/** Literal addresses; a name is never looked up. */
final class Literal {

    private static final Pattern IPV4 = Pattern.compile("[0-9]{1,3}(?:\\.[0-9]{1,3}){3}");
    private static final Pattern IPV6 = Pattern.compile("[0-9a-fA-F:.]{2,45}");

    private Literal() {}

    /** @throws IllegalArgumentException if the text is no literal IPv4 or IPv6 address */
    static InetAddress address(String text) {
        if (!IPV4.matcher(text).matches() && (text.indexOf(':') < 0 || !IPV6.matcher(text).matches())) {
            throw new IllegalArgumentException("no address: " + text);
        }
        try {
            return InetAddress.getByName(text);
        } catch (UnknownHostException e) {
            throw new IllegalArgumentException("no address: " + text, e);
        }
    }
}
