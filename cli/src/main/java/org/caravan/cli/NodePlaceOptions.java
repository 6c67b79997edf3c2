package org.caravan.cli;

import java.util.Map;
import java.util.TreeMap;
import picocli.CommandLine.Option;

/** Where a node is that the infrastructure does not name yet. */
final class NodePlaceOptions {

    @Option(names = "--site", paramLabel = "SITE", description = "Its site.")
    private String siteId;

    @Option(names = "--type", paramLabel = "TYPE", description = "Its host type.")
    private String hostTypeId;

    @Option(names = "--at", paramLabel = "ADDRESS", description = "Where it answers SSH.")
    private String address;

    @Option(names = "--port", paramLabel = "PORT", description = "Of its SSH server, where that is not 22.")
    private Integer port;

    @Option(names = "--credentials", paramLabel = "NAME", description = "Credentials to log in with, where they are not those of the site's other nodes.")
    private String credentials;

    Map<String, Object> body() {
        Map<String, Object> place = new TreeMap<>();
        put(place, "siteId", siteId);
        put(place, "hostTypeId", hostTypeId);
        put(place, "address", address);
        put(place, "port", port);
        put(place, "credentials", credentials);
        return place;
    }

    private static void put(Map<String, Object> place, String name, Object value) {
        if (value != null) {
            place.put(name, value);
        }
    }
}
