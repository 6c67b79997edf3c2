package org.caravan.cli;

import java.util.List;
import tools.jackson.databind.JsonNode;

/**
 * A host that could not be looked at, so that nothing is known of what runs there.
 *
 * @param reason in words of who tried
 */
record UnobservedHost(String hostId, String reason) {

    /** @param drift its document */
    static List<UnobservedHost> of(JsonNode drift) {
        return drift.path("unobserved").valueStream().map(host -> new UnobservedHost(host.path("hostId").asString(), host.path("reason").asString(""))).toList();
    }

    /** For example {@code 2 hosts were not observed: pi-1, pi-2}. */
    static String counted(List<UnobservedHost> hosts) {
        return (hosts.size() == 1 ? "1 host was" : hosts.size() + " hosts were") + " not observed: " + String.join(", ", hosts.stream().map(UnobservedHost::hostId).toList());
    }
}
