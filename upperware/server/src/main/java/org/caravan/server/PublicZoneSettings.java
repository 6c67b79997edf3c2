package org.caravan.server;

import java.time.Duration;
import java.util.List;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * A zone of real users that is kept as well, if any.
 *
 * @param url of PowerDNS' HTTP interface, {@code http://127.0.0.1:8081}; empty: there is none
 * @param server as PowerDNS calls itself
 * @param credentials folder of that name among the credentials; its file {@code api-key} holds the key
 * @param zone with the dot at its end
 * @param nameServers for the zone if it must be made, with dots at their ends
 * @param ttl of answers; a move waits so long before the former copy ends
 * @param verifyAt {@code address:port} of each name server that must answer so before a change counts as done
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
