package org.caravan.routing.powerdns;

import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * Zone and server of a PowerDNS installation.
 *
 * @param server base URL of the HTTP API, for example {@code http://127.0.0.1:8081}
 * @param serverId PowerDNS' name for itself, usually {@code localhost}
 * @param keyFile contains the API key; read for each change, so that a new key needs no restart
 * @param zone ends with a dot; names are {@code <component>.<application>.<zone>}
 * @param nameServers host names for a zone that is created, each with a dot at its end
 * @param ttl time to live of an answer in resolvers; whole seconds, at least 1
 * @param verifiedAt name servers that must all return the new answers before a change is complete
 * @param verifyLimit time limit for this verification
 */
public record PowerDnsSettings(
        URI server,
        String serverId,
        Path keyFile,
        String zone,
        List<String> nameServers,
        Duration ttl,
        List<InetSocketAddress> verifiedAt,
        Duration verifyLimit) {

    /** Longest name including the final dot: RFC 1035, section 2.3.4. */
    private static final int LONGEST = 254;

    public PowerDnsSettings {
        nameServers = List.copyOf(nameServers);
        verifiedAt = List.copyOf(verifiedAt);
        if (zone.length() > LONGEST || !zone.matches("([A-Za-z0-9_-]{1,63}+\\.)++")) {
            throw new IllegalArgumentException("The zone (" + zone + ") is no name with a dot at its end.\nMaybe use apps.example.org.");
        }
        if (ttl.toSeconds() < 1) {
            throw new IllegalArgumentException("The time to live (" + ttl + ") of zone (" + zone + ") is below 1 s.\nMaybe use 5s.");
        }
    }
}
