package org.caravan.measure;

import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.caravan.infrastructure.AccessPoint;
import org.caravan.infrastructure.Position;
import org.caravan.measure.PathStatistic.Origin;
import org.caravan.measure.estimate.AccessLimits;
import org.caravan.measure.estimate.BoundedRule;
import org.caravan.measure.estimate.Estimate;
import org.caravan.measure.estimate.Observation;
import org.caravan.measure.estimate.RttCoordinates;

/**
 * Estimates idle round-trip time and throughput of unmeasured paths from measured paths. The error bound of an estimate is stored as
 * the half width of its confidence interval, so that consumers treat it as spread. An estimate has no samples. Its time is the older
 * of the newest measurements at its two ends. Rules are fitted on first use, because a full mesh needs no estimates.
 */
final class MatrixEstimates {

    /** Maximum number of observations. More add little about an access link, and cross-validation fits each rule 40 times. */
    private static final int MOST_OBSERVED = 4000;

    private final Fitted idleRtt;
    private final Fitted throughput;

    MatrixEstimates(Collection<Statistic> statistics, Function<String, Position> positions) {
        idleRtt = new Fitted(statistics, Quantity.IDLE_RTT, seen -> new BoundedRule(seen, of -> new RttCoordinates(of, positions)));
        throughput = new Fitted(statistics, Quantity.THROUGHPUT, seen -> new BoundedRule(seen, AccessLimits::new));
    }

    /** Idle round-trip time in ms; empty if either end has no measurement. */
    Optional<PathStatistic> idleRtt(PathId path) {
        return idleRtt.figure(path, estimate -> estimate.value() + estimate.bound());
    }

    /** Throughput in bit/s; empty if no measured flow left the source or reached the destination. */
    Optional<PathStatistic> throughput(PathId path) {
        return throughput.figure(path, Estimate::value);
    }

    private interface Maker {
        BoundedRule of(List<Observation> observed);
    }

    private interface Tail {
        double of(Estimate estimate);
    }

    /** The rule of one quantity, with the time of the newest measurement at each access point. */
    private static final class Fitted {

        private final Map<AccessPoint, Instant> from = new TreeMap<>();
        private final Map<AccessPoint, Instant> to = new TreeMap<>();
        private final Supplier<BoundedRule> made;
        private BoundedRule rule;

        Fitted(Collection<Statistic> statistics, Quantity quantity, Maker maker) {
            // Probes within a site do not cross its access links.
            List<Statistic> between = statistics.stream()
                    .filter(statistic -> statistic.quantity() == quantity && !statistic.path().withinSite() && value(statistic) > 0)
                    .toList();
            int step = 1 + between.size() / MOST_OBSERVED;
            List<Observation> observed = IntStream.range(0, between.size())
                    .filter(i -> i % step == 0)
                    .mapToObj(i -> observation(between.get(i)))
                    .toList();
            boolean anyDirection = quantity == Quantity.IDLE_RTT;
            between.forEach(statistic -> learn(statistic, anyDirection));
            made = () -> maker.of(observed);
        }

        Optional<PathStatistic> figure(PathId path, Tail p95) {
            if (from.isEmpty()) {
                return Optional.empty();
            }
            rule = rule == null ? made.get() : rule;
            return rule.estimate(path.from(), path.to()).map(found -> new PathStatistic(
                    found.value(), found.bound(), found.value(), p95.of(found), 0, oldest(path), Origin.ESTIMATED));
        }

        private Instant oldest(PathId path) {
            Instant near = from.getOrDefault(path.from(), to.get(path.to()));
            Instant far = to.getOrDefault(path.to(), near);
            return near.isBefore(far) ? near : far;
        }

        private void learn(Statistic statistic, boolean anyDirection) {
            Instant newest = statistic.newest();
            from.merge(statistic.path().from(), newest, Fitted::later);
            to.merge(statistic.path().to(), newest, Fitted::later);
            if (anyDirection) {
                from.merge(statistic.path().to(), newest, Fitted::later);
                to.merge(statistic.path().from(), newest, Fitted::later);
            }
        }

        private static Instant later(Instant one, Instant other) {
            return one.isAfter(other) ? one : other;
        }

        /** Mean for flows, which are few; median for echo requests, which is robust against outliers. */
        private static double value(Statistic statistic) {
            return statistic.quantity() == Quantity.IDLE_RTT ? statistic.median() : statistic.mean();
        }

        private static Observation observation(Statistic statistic) {
            return new Observation(statistic.path().from(), statistic.path().to(), value(statistic));
        }
    }
}
