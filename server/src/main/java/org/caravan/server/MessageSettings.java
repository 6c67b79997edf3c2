package org.caravan.server;

import java.net.URI;
import java.util.List;
import java.util.Locale;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings of the messages that rules send, {@code caravan.messages.*}.
 *
 * @param origins receivers to which rules may send messages, {@code https://hooks.example.org}; empty: none
 * @param credentials name of a folder among the credentials; its file {@code key} signs the messages
 * @param mail e-mails that rules send
 */
public record MessageSettings(List<String> origins, @DefaultValue("messages") String credentials,
        @DefaultValue MailSettings mail) {

    private static final int HTTP = 80;
    private static final int HTTPS = 443;

    public MessageSettings {
        origins = origins == null ? List.of() : origins.stream().map(MessageSettings::checked).toList();
    }

    private static String checked(String origin) {
        URI uri = URI.create(origin);
        boolean web = "https".equals(uri.getScheme()) || "http".equals(uri.getScheme());
        if (!web || uri.getHost() == null || !uri.getRawPath().isEmpty() || uri.getQuery() != null || uri.getUserInfo() != null) {
            throw new IllegalArgumentException("Messages cannot be sent to the origin (" + origin + ") of caravan.messages.origins.\n"
                    + "Maybe use a scheme, a host and a port only, for example https://hooks.example.org.");
        }
        return origin(uri);
    }

    /** Whether rules may send messages to this address. */
    public boolean allows(URI address) {
        return address.getHost() != null && origins.contains(origin(address));
    }

    private static String origin(URI uri) {
        boolean usual = uri.getPort() == -1 || uri.getPort() == ("https".equals(uri.getScheme()) ? HTTPS : HTTP);
        return (uri.getScheme() + "://" + uri.getHost()).toLowerCase(Locale.ROOT) + (usual ? "" : ":" + uri.getPort());
    }
}
