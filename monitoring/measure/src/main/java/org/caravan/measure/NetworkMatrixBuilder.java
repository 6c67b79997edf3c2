package org.caravan.measure;

import java.time.Instant;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.caravan.infrastructure.AccessPoint;
import org.caravan.infrastructure.Infrastructure;
import org.caravan.measure.PathStatistic.Origin;
import org.caravan.unit.BitRate;
import org.caravan.unit.Millis;

/**
 * Builds the matrix from statistics. Measured values are used as they are. The following values are estimated and marked as such:
 * <ul>
 *   <li>idle round-trip time, jitter and loss of a path from its reverse path, because an echo crosses both directions;
 *   <li>idle round-trip time of a path that is not measured in either direction, from connections of applications; marked as passive;
 *   <li>idle round-trip time without any of these sources, and throughput, from paths that share an end, with an error bound (see
 *       {@link MatrixEstimates}). The p95 of the round-trip time is the upper end of the bound, so that no latency guarantee rests on
 *       an optimistic estimate;
 *   <li>a path within a site, which is not probed: 0.2 ms, 1 Gbit/s.
 * </ul>
 * A path is absent if one of its ends has no measured round-trip time. A path is silent, and absent too, if all of its current probes
 * were lost.
 */
public final class NetworkMatrixBuilder {

    /** Assumed round-trip time between two hosts of one site, which is not measured. */
    public static final Millis WITHIN_SITE_RTT = new Millis(0.2);
    /** Assumed throughput between two hosts of one site, which is not measured. */
    public static final BitRate WITHIN_SITE_THROUGHPUT = new BitRate(1_000_000_000);

    private final Map<PathId, Map<Quantity, Statistic>> measured = new TreeMap<>();
    private final MatrixEstimates estimates;
    private final Instant now;

    private NetworkMatrixBuilder(Collection<Statistic> statistics, Infrastructure infrastructure, Instant now) {
        this.now = now;
        statistics.forEach(this::index);
        this.estimates = new MatrixEstimates(statistics, siteId -> infrastructure.site(siteId).position());
    }

    /** Builds the matrix of all paths between access points of the infrastructure; ignores statistics of other paths. */
    public static NetworkMatrix build(Collection<Statistic> statistics, Infrastructure infrastructure, Instant now) {
        SortedSet<AccessPoint> accessPoints = new TreeSet<>();
        infrastructure.sites().forEach(site -> accessPoints.addAll(site.accessPoints()));
        List<Statistic> known = statistics.stream()
                .filter(statistic -> accessPoints.contains(statistic.path().from()))
                .filter(statistic -> accessPoints.contains(statistic.path().to()))
                .toList();
        NetworkMatrixBuilder builder = new NetworkMatrixBuilder(known, infrastructure, now);
        List<PathId> paths = accessPoints.stream().flatMap(from -> pathsFrom(from, accessPoints)).toList();
        SortedSet<PathId> silent = new TreeSet<>(paths.stream().filter(builder::isSilent).toList());
        NetworkMatrix answering = NetworkMatrix.of(paths.stream()
                .filter(path -> !silent.contains(path))
                .flatMap(path -> builder.figures(path).stream())
                .toList());
        return new NetworkMatrix(answering.paths(), silent);
    }

    private static Stream<PathId> pathsFrom(AccessPoint from, Collection<AccessPoint> accessPoints) {
        return accessPoints.stream().filter(to -> to.family() == from.family()).map(to -> new PathId(from, to));
    }

    private void index(Statistic statistic) {
        measured.computeIfAbsent(statistic.path(), any -> new EnumMap<>(Quantity.class)).put(statistic.quantity(), statistic);
    }

    private boolean isSilent(PathId path) {
        return !path.withinSite() && loss(path) >= 1;
    }

    private Optional<PathFigures> figures(PathId path) {
        return idleRtt(path)
                .map(idleRtt -> new PathFigures(
                        path,
                        idleRtt,
                        statistic(path, Quantity.LOADED_RTT).map(NetworkMatrixBuilder::asMeasured),
                        throughput(path),
                        loss(path),
                        jitter(path)));
    }

    private Optional<PathStatistic> idleRtt(PathId path) {
        return statistic(path, Quantity.IDLE_RTT)
                .map(NetworkMatrixBuilder::asMeasured)
                .or(() -> statistic(path.reversed(), Quantity.IDLE_RTT).map(NetworkMatrixBuilder::ofReverse))
                .or(() -> withinSite(path, WITHIN_SITE_RTT.value()))
                .or(() -> passive(path))
                .or(() -> estimates.idleRtt(path));
    }

    /**
     * Round trips of a connection cross both directions, as echoes do. They are smoothed by the kernel, which hides rare values;
     * therefore they have no p99.
     */
    private Optional<PathStatistic> passive(PathId path) {
        return statistic(path, Quantity.PASSIVE_RTT).or(() -> statistic(path.reversed(), Quantity.PASSIVE_RTT))
                .map(s -> figure(s, Origin.PASSIVE));
    }

    private Optional<PathStatistic> jitter(PathId path) {
        return statistic(path, Quantity.JITTER)
                .map(NetworkMatrixBuilder::asMeasured)
                .or(() -> statistic(path.reversed(), Quantity.JITTER).map(NetworkMatrixBuilder::ofReverse));
    }

    private Optional<PathStatistic> throughput(PathId path) {
        return statistic(path, Quantity.THROUGHPUT)
                .map(NetworkMatrixBuilder::asMeasured)
                .or(() -> withinSite(path, WITHIN_SITE_THROUGHPUT.value()))
                .or(() -> estimates.throughput(path));
    }

    private double loss(PathId path) {
        return statistic(path, Quantity.LOSS)
                .or(() -> statistic(path.reversed(), Quantity.LOSS))
                .map(Statistic::mean)
                .orElse(0.0);
    }

    private Optional<PathStatistic> withinSite(PathId path, double value) {
        return path.withinSite() ? Optional.of(estimate(value, now)) : Optional.empty();
    }

    private Optional<Statistic> statistic(PathId path, Quantity quantity) {
        return Optional.ofNullable(measured.getOrDefault(path, Map.of()).get(quantity));
    }

    private static PathStatistic asMeasured(Statistic s) {
        return figure(s, Origin.MEASURED).withP99(s.p99());
    }

    private static PathStatistic ofReverse(Statistic s) {
        return figure(s, Origin.ESTIMATED).withP99(s.p99());
    }

    private static PathStatistic figure(Statistic s, Origin origin) {
        return new PathStatistic(s.mean(), s.halfWidth95(), s.median(), s.p95(), s.samples(), s.newest(), origin);
    }

    private static PathStatistic estimate(double value, Instant newest) {
        return new PathStatistic(value, 0, value, value, 0, newest, Origin.ESTIMATED);
    }
}
