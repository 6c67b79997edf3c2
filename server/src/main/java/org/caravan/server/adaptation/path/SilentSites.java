package org.caravan.server.adaptation.path;

import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.caravan.measure.NetworkMatrix;
import org.caravan.measure.PathId;

/**
 * Sites by whether any path from or to another site answers. A site without probes is neither. Pure.
 *
 * @param silent ids of sites that are silent to all others
 */
record SilentSites(SortedSet<String> answering, SortedSet<String> silent) {

    static SilentSites of(NetworkMatrix network) {
        SortedSet<String> answering = sites(network.all().keySet().stream().filter(network::answered));
        SortedSet<String> silent = sites(network.silent().stream());
        silent.removeAll(answering);
        return new SilentSites(answering, silent);
    }

    private static SortedSet<String> sites(Stream<PathId> paths) {
        SortedSet<String> sites = new TreeSet<>();
        paths.filter(path -> !path.withinSite()).forEach(path -> {
            sites.add(path.from().siteId());
            sites.add(path.to().siteId());
        });
        return sites;
    }
}
