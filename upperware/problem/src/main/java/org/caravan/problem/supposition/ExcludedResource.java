package org.caravan.problem.supposition;

import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.caravan.infrastructure.AccessPoint;
import org.caravan.infrastructure.Host;
import org.caravan.measure.NetworkMatrix;
import org.caravan.measure.PathFigures;
import org.caravan.measure.PathId;
import org.caravan.problem.PlacementProblem;

/**
 * Assumes that a host, the hosts of a site, or an uplink do not exist. Copies keep their addresses at a removed uplink, but it carries no
 * traffic.
 */
record ExcludedResource(String what) implements Assumption {

    private static final String REASON = "supposed away";

    @Override
    public PlacementProblem appliedTo(PlacementProblem problem) {
        Places places = new Places(problem.infrastructure());
        Set<String> siteIds = places.sites(what);
        if (!siteIds.isEmpty()) {
            return excluding(problem, host -> siteIds.contains(problem.infrastructure().siteOfHost(host.id()).id()));
        }
        Optional<Predicate<AccessPoint>> link = places.accessLink(what);
        if (link.isPresent()) {
            return withoutLink(problem, link.get());
        }
        if (problem.infrastructure().hosts().stream().anyMatch(host -> host.id().equals(what))) {
            return excluding(problem, host -> host.id().equals(what));
        }
        throw places.unknown(what);
    }

    private static PlacementProblem excluding(PlacementProblem problem, Predicate<Host> gone) {
        Map<String, String> excluded = new TreeMap<>(problem.excluded());
        problem.infrastructure().hosts().stream().filter(gone).forEach(host -> excluded.putIfAbsent(host.id(), REASON));
        return problem.excluding(excluded);
    }

    private static PlacementProblem withoutLink(PlacementProblem problem, Predicate<AccessPoint> gone) {
        SortedMap<PathId, PathFigures> paths = new TreeMap<>(problem.network().all());
        paths.keySet().removeIf(path -> !path.withinSite() && (gone.test(path.from()) || gone.test(path.to())));
        return problem.withNetwork(new NetworkMatrix(paths, problem.network().silent()));
    }
}
