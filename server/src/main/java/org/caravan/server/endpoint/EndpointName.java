package org.caravan.server.endpoint;

import java.net.URI;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A host, with one port or any port.
 *
 * @param host host name or address literal in lower case; IPv6 without brackets
 * @param port empty: any port
 */
record EndpointName(String host, Optional<Integer> port) {

    private static final Pattern FORM = Pattern.compile("(?:\\[([0-9a-fA-F:.]{2,45})]|([A-Za-z0-9.-]{1,253}))(?::(\\d{1,5}))?");
    private static final int MOST_PORT = 65535;

    /** Parses {@code keystone.example.org}, {@code 10.0.0.5:5000} or {@code [2001:db8::5]:5000}; empty for any other form. */
    static Optional<EndpointName> parse(String text) {
        Matcher matcher = FORM.matcher(text);
        if (!matcher.matches()) {
            return Optional.empty();
        }
        Optional<Integer> port = Optional.ofNullable(matcher.group(3)).map(Integer::valueOf);
        String host = matcher.group(1) == null ? matcher.group(2) : matcher.group(1);
        return port.filter(number -> number < 1 || number > MOST_PORT).isPresent() ? Optional.empty()
                : Optional.of(new EndpointName(host.toLowerCase(Locale.ROOT), port));
    }

    /** Host and port of an HTTP or HTTPS URL; empty for any other URL. */
    static Optional<EndpointName> of(URI url) {
        boolean secure = "https".equalsIgnoreCase(url.getScheme());
        if (url.getHost() == null || !secure && !"http".equalsIgnoreCase(url.getScheme()) || url.getUserInfo() != null) {
            return Optional.empty();
        }
        String host = url.getHost().startsWith("[") ? url.getHost().substring(1, url.getHost().length() - 1) : url.getHost();
        return Optional.of(new EndpointName(host.toLowerCase(Locale.ROOT),
                Optional.of(url.getPort() < 0 ? secure ? 443 : 80 : url.getPort())));
    }

    boolean includes(EndpointName other) {
        return host.equals(other.host) && (port.isEmpty() || port.equals(other.port));
    }

    @Override
    public String toString() {
        String shown = host.contains(":") ? "[" + host + "]" : host;
        return port.map(number -> shown + ":" + number).orElse(shown);
    }
}
