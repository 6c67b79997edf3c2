package org.caravan.server;

import java.time.Duration;
import java.util.List;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Optional public DNS zone that the server updates, in addition to its own name service.
 *
 * @param url URL of the PowerDNS HTTP interface, {@code http://127.0.0.1:8081}; empty: no public zone
 * @param server server id within PowerDNS
 * @param credentials name of a folder among the credentials; its file {@code api-key} holds the key
 * @param zone zone name with trailing dot
 * @param nameServers name servers of the zone with trailing dots, used if the zone must be created
 * @param ttl time to live of answers; a move waits this long before it stops the old copy
 * @param verifyAt {@code address:port} of each name server that must serve a change before the change counts as done
 */
public record PublicZoneSettings(
        @DefaultValue("") String url,
        @DefaultValue("localhost") String server,
        @DefaultValue("powerdns") String credentials,
        @DefaultValue("") String zone,
        List<String> nameServers,
        @DefaultValue("5s") Duration ttl,
        List<String> verifyAt) {

    public PublicZoneSettings {
        nameServers = nameServers == null ? List.of() : nameServers;
        verifyAt = verifyAt == null ? List.of() : verifyAt;
    }

    public boolean used() {
        return !url.isBlank();
    }
}
