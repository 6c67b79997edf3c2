package org.caravan.client;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;

/** Validates the address of a server, for example {@code http://127.0.0.1:8080}, before the first request. */
public final class ServerAddress {

    private static final int LAST_PORT = 65535;

    private ServerAddress() {}

    /**
     * @param text address as entered by the user
     * @param place source of the text, for messages: {@code --server}, {@code CARAVAN_SERVER}
     * @return scheme, host and port, without a trailing slash
     * @throws ApiFault {@code server-address}
     */
    public static URI of(String text, String place) {
        try {
            return of(new URI(text.strip()), place);
        } catch (URISyntaxException e) {
            throw refused(text, place, "it is no URL", "http://127.0.0.1:8080");
        }
    }

    /** As {@link #of(String, String)}, for a parsed URI. */
    static URI of(URI address, String place) {
        String text = address.toString();
        String scheme = address.getScheme() == null ? "" : address.getScheme().toLowerCase(Locale.ROOT);
        if (!scheme.equals("http") && !scheme.equals("https")) {
            // In a URI, the text before the first colon of localhost:8080 is a scheme.
            boolean bare = !text.contains("://");
            throw refused(text, place, bare ? "it says neither http nor https" : "it is neither http nor https",
                    bare && text.matches("[A-Za-z0-9.-]+(:\\d{1,5})?/?") ? "http://" + text : "http://127.0.0.1:8080");
        }
        if (address.getHost() == null) {
            throw refused(text, place, "it has no host that a URL may have", scheme + "://caravan.example:8443");
        }
        URI whole = URI.create(scheme + "://" + address.getHost() + (address.getPort() < 0 ? "" : ":" + address.getPort()));
        if (address.getPort() == 0 || address.getPort() > LAST_PORT) {
            throw refused(text, place, "its port is not 1 to " + LAST_PORT, scheme + "://" + address.getHost() + ":8080");
        }
        boolean more = address.getUserInfo() != null || address.getQuery() != null || address.getFragment() != null
                || !address.getPath().replace("/", "").isEmpty();
        if (more) {
            throw refused(text, place, "it has more than scheme, host and port", whole.toString());
        }
        return whole;
    }

    /** Hides a password before the host and a token after a question mark. */
    private static ApiFault refused(String text, String place, String what, String instead) {
        int host = text.indexOf("//");
        int user = text.lastIndexOf('@');
        String bare = host >= 0 && user > host ? text.substring(0, host) + "//…" + text.substring(user) : text;
        String shown = bare.strip().replaceFirst("(?s)[?#].*", "…").replaceAll("[\\p{Cc}\\p{Cf}\\p{Cs}\\p{Zl}\\p{Zp}]", "…");
        return new ApiFault("server-address", "The server's address (" + shown + ") of " + place + " cannot be used: " + what
                + ".\n    Maybe write it as in " + instead + ".");
    }
}
