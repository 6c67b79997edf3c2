package org.caravan.cli;

import java.util.List;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

/**
 * A host that could not be looked at, so that nothing is known of what runs there.
 *
 * @param reason in words of who tried
 */
record UnobservedHost(String hostId, String reason) {

    /** As servers say it that have no field for it: a fact a line, each with a mark before it. */
    private static final Pattern LINE = Pattern.compile("^! (\\S+) was not observed \\((.*?)\\): ", Pattern.MULTILINE | Pattern.DOTALL);

    /** @param drift its document */
    static List<UnobservedHost> of(JsonNode drift) {
        if (drift.path("unobserved").isArray()) {
            return drift.path("unobserved").valueStream().map(host -> new UnobservedHost(host.path("hostId").asString(), host.path("reason").asString(""))).toList();
        }
        return LINE.matcher(drift.path("text").asString("")).results().map(line -> new UnobservedHost(line.group(1), line.group(2))).toList();
    }

    /** For example {@code 2 hosts were not observed: pi-1, pi-2}. */
    static String counted(List<UnobservedHost> hosts) {
        return (hosts.size() == 1 ? "1 host was" : hosts.size() + " hosts were") + " not observed: " + String.join(", ", hosts.stream().map(UnobservedHost::hostId).toList());
    }
}
