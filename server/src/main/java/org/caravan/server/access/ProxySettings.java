package org.caravan.server.access;

import java.util.List;
import org.apache.catalina.util.NetMask;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Proxies in front of the server, {@code caravan.proxies.*}. The headers {@code X-Forwarded-For} and {@code X-Forwarded-Proto} are used
 * from these addresses only. Otherwise a client could write any address into them, evade the limits by address and falsify the audit log.
 *
 * @param trusted addresses and networks in CIDR notation (RFC 4632), {@code 10.0.0.5, 192.0.2.0/24, 2001:db8::/64}; empty: none
 */
@ConfigurationProperties("caravan.proxies")
record ProxySettings(@DefaultValue List<String> trusted) {

    ProxySettings {
        trusted = List.copyOf(trusted);
        trusted.forEach(ProxySettings::check);
    }

    private static void check(String network) {
        try {
            new NetMask(network);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("In caravan.proxies.trusted (" + network
                    + ") is neither an address nor a network in CIDR notation.\n"
                    + "Maybe write it as 10.0.0.5 or 192.0.2.0/24.", e);
        }
    }
}
