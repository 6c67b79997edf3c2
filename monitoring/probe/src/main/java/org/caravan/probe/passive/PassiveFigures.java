package org.caravan.probe.passive;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.caravan.infrastructure.AccessPoint;
import org.caravan.infrastructure.Infrastructure;
import org.caravan.measure.PassiveFigure;
import org.caravan.measure.PathId;

/**
 * Assigns connections to paths, by the prefixes of their two ends. Instances have an address at each access point and send through its
 * ISP. Ignores connections within a site, and connections with an end outside of all prefixes, for example behind an address
 * translator.
 */
final class PassiveFigures {

    private static final Comparator<PassiveFigure> LEAST_SMOOTHED =
            Comparator.comparingDouble(PassiveFigure::smoothedMillis).thenComparingDouble(PassiveFigure::leastMillis);

    private PassiveFigures() {}

    /** Returns one figure per path, from the lesser to the greater access point as in idle probes. */
    static Collection<PassiveFigure> of(Infrastructure infrastructure, List<ObservedConnection> connections) {
        Map<PathId, PassiveFigure> byPath = new TreeMap<>();
        for (ObservedConnection seen : connections) {
            path(infrastructure, seen).ifPresent(path -> byPath.merge(path,
                    new PassiveFigure(path, seen.smoothedMillis(), seen.leastMillis()),
                    (a, b) -> LEAST_SMOOTHED.compare(a, b) <= 0 ? a : b));
        }
        return byPath.values();
    }

    private static Optional<PathId> path(Infrastructure infrastructure, ObservedConnection seen) {
        return at(infrastructure, seen.local()).flatMap(local -> at(infrastructure, seen.remote()).map(remote -> new PathId(local, remote)))
                .filter(path -> !path.withinSite())
                .map(path -> path.from().compareTo(path.to()) < 0 ? path : path.reversed());
    }

    private static Optional<AccessPoint> at(Infrastructure infrastructure, String address) {
        return infrastructure.sites().stream()
                .flatMap(site -> site.accessPoints().stream().filter(at -> site.subnet(at).contains(address)))
                .findFirst();
    }
}
