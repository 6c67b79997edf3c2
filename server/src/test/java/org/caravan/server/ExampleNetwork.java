package org.caravan.server;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleBiFunction;
import org.caravan.infrastructure.AccessPoint;
import org.caravan.infrastructure.Infrastructure;
import org.caravan.infrastructure.Site;
import org.caravan.measure.NetworkMatrix;
import org.caravan.measure.PathFigures;
import org.caravan.measure.PathId;
import org.caravan.measure.PathStatistic;

/** A measured network in which all paths from one site to another have the same figures. */
public final class ExampleNetwork {

    private ExampleNetwork() {}

    /**
     * @param bandwidth of each path, in bit/s
     * @param roundTrip from a site to another one, in ms
     */
    public static NetworkMatrix of(Infrastructure infrastructure, double bandwidth, ToDoubleBiFunction<Site, Site> roundTrip) {
        List<PathFigures> paths = new ArrayList<>();
        for (Site from : infrastructure.sites()) {
            for (Site to : infrastructure.sites()) {
                for (AccessPoint one : from.accessPoints()) {
                    to.accessPoints().stream().filter(other -> from != to && one.family() == other.family()).forEach(other -> paths.add(
                            new PathFigures(new PathId(one, other), figure(roundTrip.applyAsDouble(from, to)), Optional.empty(),
                                    Optional.of(figure(bandwidth)), 0)));
                }
            }
        }
        return NetworkMatrix.of(paths);
    }

    private static PathStatistic figure(double value) {
        return new PathStatistic(value, 0, value, value, 16, Instant.EPOCH, PathStatistic.Origin.MEASURED);
    }
}
