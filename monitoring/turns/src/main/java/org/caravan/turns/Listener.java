package org.caravan.turns;

import java.net.InetAddress;
import java.util.OptionalInt;

/**
 * Where a component accepts connections, and from where it opens them.
 *
 * @param component id of the component in the model
 * @param address IPv4 or IPv6 address
 * @param port 1 to 65535; empty if all ports of the address belong to the component
 */
public record Listener(String component, InetAddress address, OptionalInt port) {

    public Listener {
        if (port.isPresent() && (port.getAsInt() < 1 || port.getAsInt() > 65_535)) {
            throw new IllegalArgumentException("port " + port.getAsInt() + " of " + component + " is not between 1 and 65535");
        }
    }

    /**
     * Reads {@code NAME=ADDRESS}, {@code NAME=ADDRESS:PORT} or {@code NAME=[ADDRESS]:PORT}.
     *
     * @throws IllegalArgumentException for other text; the message is one sentence for users
     */
    public static Listener parse(String text) {
        int equals = text.indexOf('=');
        if (equals < 1) {
            throw unreadable(text);
        }
        String component = text.substring(0, equals);
        String place = text.substring(equals + 1);
        if (place.startsWith("[")) {
            int closing = place.indexOf(']');
            if (closing < 0 || closing + 1 < place.length() && place.charAt(closing + 1) != ':') {
                throw unreadable(text);
            }
            return new Listener(component, address(text, place.substring(1, closing)),
                    closing + 1 == place.length() ? OptionalInt.empty() : port(text, place.substring(closing + 2)));
        }
        int colon = place.indexOf(':');
        boolean port = colon >= 0 && colon == place.lastIndexOf(':');
        return new Listener(component, address(text, port ? place.substring(0, colon) : place),
                port ? port(text, place.substring(colon + 1)) : OptionalInt.empty());
    }

    private static OptionalInt port(String text, String digits) {
        if (digits.isEmpty() || digits.length() > 5 || !digits.chars().allMatch(one -> one >= '0' && one <= '9')) {
            throw unreadable(text);
        }
        return OptionalInt.of(Integer.parseInt(digits));
    }

    private static InetAddress address(String text, String literal) {
        try {
            return Literal.address(literal);
        } catch (IllegalArgumentException e) {
            throw unreadable(text);
        }
    }

    private static IllegalArgumentException unreadable(String text) {
        return new IllegalArgumentException("component " + text + " is not NAME=ADDRESS or NAME=ADDRESS:PORT");
    }

    boolean accepts(Segment.Socket socket) {
        return address.equals(socket.address()) && (port.isEmpty() || port.getAsInt() == socket.port());
    }
}
