package org.caravan.routing.powerdns;

import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * Which zone of which server.
 *
 * @param server base of the HTTP interface, such as {@code http://127.0.0.1:8081}
 * @param serverId as PowerDNS calls itself, mostly {@code localhost}
 * @param keyFile holds the key of the HTTP interface; read for each change, so that a new key needs no restart
 * @param zone with the dot at its end; names are {@code <component>.<application>.<zone>}
 * @param nameServers host names for the zone if it is not there yet, each with the dot at its end
 * @param ttl how long resolvers keep an answer, whole seconds, at least 1
 * @param verifiedAt name servers that must all give the new answers before a change counts as done
 * @param verifyLimit how long they may take
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

    /** Of a name with the dot at its end: RFC 1035, section 2.3.4. */
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
