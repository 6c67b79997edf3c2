package org.caravan.problem;

import java.time.Instant;
import java.util.Comparator;
import java.util.Optional;
import org.caravan.measure.NetworkMatrix;
import org.caravan.measure.PathFigures;
import org.caravan.measure.PathId;
import org.caravan.measure.PathStatistic;
import org.caravan.unit.BitRate;
import org.caravan.unit.DataPrice;
import org.caravan.unit.Millis;

/** Metrics of paths from the network matrix, completed by defaults within a site. */
final class PathMetrics {

    private static final String WITHIN_SITE = "estimated, within a site";
    private static final String ON_ONE_HOST = "estimated, on one host";

    private final NetworkMatrix network;
    private final Instant newest;
    private final RobustnessPolicy caution;
    private final EgressPrices prices;
    private final boolean p99;
    private final LineDelays delays;

    /**
     * @param p99 whether an SLO needs the p99; otherwise it is ignored in the choice of paths
     * @param delays delays of paths under load
     */
    PathMetrics(NetworkMatrix network, RobustnessPolicy caution, EgressPrices prices, boolean p99, LineDelays delays) {
        this.delays = delays;
        this.prices = prices;
        this.p99 = p99;
        this.network = network;
        this.caution = caution;
        this.newest = newest(network);
    }

    /** Time of the newest sample; ages are relative to it, so that a report needs no clock. */
    static Instant newest(NetworkMatrix network) {
        return network.all().values().stream()
                .map(PathFigures::idleRtt)
                .filter(figure -> figure.origin() == PathStatistic.Origin.MEASURED)
                .map(PathStatistic::newest)
                .max(Comparator.naturalOrder())
                .orElse(Instant.EPOCH);
    }

    Optional<PathChoice> choice(PathId path, boolean sameHost) {
        Optional<PathChoice> known = network.path(path).map(this::read).map(choice -> choice.at(prices.of(path)))
                .map(choice -> delays.on(path).map(choice::under).orElse(choice));
        if (!path.withinSite()) {
            return known;
        }
        PathChoice local = known.orElseGet(() -> unmeasuredWithinSite(path));
        return Optional.of(sameHost ? onOneHost(local) : local);
    }

    private PathChoice read(PathFigures figures) {
        Optional<PathStatistic> throughput = network.path(figures.path().reversed()).flatMap(PathFigures::throughput)
                .or(figures::throughput)
                .filter(figure -> Math.round(figure.mean()) > 0);
        return new PathChoice(
                figures.path(),
                caution.rtt(figures.idleRtt()),
                figures.p95Rtt(),
                promised(figures.idleRtt(), throughput),
                known(throughput.map(caution::throughput)),
                throughput.filter(RobustnessPolicy::guessed).isEmpty(),
                basis(figures, throughput),
                DataPrice.ZERO);
    }

    private PathChoice.Promised promised(PathStatistic rtt, Optional<PathStatistic> throughput) {
        return new PathChoice.Promised(caution.promisedRtt(rtt), caution.promisedP95(rtt), p99 ? caution.promisedP99(rtt)
                : Optional.empty(),
                known(throughput.map(caution::promisedThroughput)));
    }

    /** A rate of 0 would make the path unusable. */
    private static Optional<BitRate> known(Optional<BitRate> rate) {
        return rate.map(some -> some.value() > 0 ? some : new BitRate(1));
    }

    private static PathChoice unmeasuredWithinSite(PathId path) {
        return new PathChoice(
                path,
                LatencyModel.SAME_SITE_RTT,
                LatencyModel.SAME_SITE_RTT,
                Optional.of(LatencyModel.SAME_SITE_THROUGHPUT),
                WITHIN_SITE);
    }

    /** A host is never further from itself than from its neighbours. */
    private static PathChoice onOneHost(PathChoice local) {
        Optional<BitRate> throughput = local.throughput()
                .map(rate -> rate.compareTo(LatencyModel.SAME_SITE_THROUGHPUT) > 0
                        ? rate
                        : LatencyModel.SAME_SITE_THROUGHPUT);
        return new PathChoice(
                local.path(), atMost(local.meanRtt()), atMost(local.p95Rtt()), throughput, ON_ONE_HOST);
    }

    private static Millis atMost(Millis rtt) {
        return rtt.compareTo(LatencyModel.SAME_HOST_RTT) < 0 ? rtt : LatencyModel.SAME_HOST_RTT;
    }

    private PathSource basis(PathFigures figures, Optional<PathStatistic> throughput) {
        PathStatistic rtt = figures.idleRtt();
        boolean local = figures.path().withinSite() && rtt.origin() != PathStatistic.Origin.MEASURED && rtt.samples() == 0;
        return local ? PathSource.of(WITHIN_SITE + throughput.map(RobustnessPolicy::wordsOfThroughput).orElse(""))
                : PathSource.of(rtt, throughput, newest);
    }
}
