package org.caravan.problem;

import java.util.Optional;
import org.caravan.measure.PathId;
import org.caravan.unit.BitRate;
import org.caravan.unit.DataPrice;
import org.caravan.unit.Millis;

/**
 * Path that can carry a link, with the metrics from which latency is computed.
 *
 * @param promised metrics used for SLOs, at the worse end of the measurements
 * @param throughput of the responses, which carry most bytes: from the far end to the near end; above 0
 * @param measured whether the throughput was measured, not estimated from other paths
 * @param ground source of the metrics
 * @param egress price of data that leaves a site on the path
 */
public record PathChoice(
        PathId path, Millis meanRtt, Millis p95Rtt, Promised promised, Optional<BitRate> throughput, boolean measured, PathSource ground,
                DataPrice egress) {

    /**
     * Metrics used for SLOs.
     *
     * @param p99Rtt empty if unknown, or if no SLO of the problem needs it
     * @param throughput empty if and only if the throughput for goals is
     */
    public record Promised(Millis meanRtt, Millis p95Rtt, Optional<Millis> p99Rtt, Optional<BitRate> throughput) {}

    /** With the same metrics for SLOs and goals. */
    public PathChoice(PathId path, Millis meanRtt, Millis p95Rtt, Optional<BitRate> throughput, boolean measured, String basis,
            DataPrice egress) {
        this(path, meanRtt, p95Rtt, new Promised(meanRtt, p95Rtt, Optional.empty(), throughput), throughput, measured, PathSource.of(basis),
                egress);
    }

    /** Without egress price. */
    public PathChoice(PathId path, Millis meanRtt, Millis p95Rtt, Optional<BitRate> throughput, boolean measured, String basis) {
        this(path, meanRtt, p95Rtt, throughput, measured, basis, DataPrice.ZERO);
    }

    /** With a measured throughput, if it is known. */
    public PathChoice(PathId path, Millis meanRtt, Millis p95Rtt, Optional<BitRate> throughput, String basis) {
        this(path, meanRtt, p95Rtt, throughput, true, basis);
    }

    /** Text on the source of the metrics, for example {@code mean of 16 samples, 12 s old}, and the p99 if SLOs use it. */
    public String basis() {
        return promised.p99Rtt().isPresent() ? ground.text() + ground.textOfP99() : ground.text();
    }

    /** Capacity of the path; empty within a site or if not measured, because an estimate must not make a plan infeasible. */
    public Optional<BitRate> most() {
        return measured && !path.withinSite() ? throughput : Optional.empty();
    }

    PathChoice at(DataPrice price) {
        return price.equals(egress) ? this : new PathChoice(path, meanRtt, p95Rtt, promised, throughput, measured, ground, price);
    }

    /** The same path for a copy that sends at no more than this rate, above 0, while its neighbours are busy. */
    public PathChoice atMost(BitRate rate) {
        boolean slower = throughput.filter(most -> most.compareTo(rate) <= 0).isEmpty();
        return new PathChoice(path, meanRtt, p95Rtt, new Promised(promised.meanRtt(), promised.p95Rtt(), promised.p99Rtt(),
                Optional.of(least(promised.throughput(), rate))), Optional.of(least(throughput, rate)), measured,
                slower ? ground.sharing(rate) : ground, egress);
    }

    private static BitRate least(Optional<BitRate> known, BitRate rate) {
        return known.filter(most -> most.compareTo(rate) <= 0).orElse(rate);
    }

    /** The same path under load: round trips wait in the queue of a line. */
    PathChoice under(LineDelay delay) {
        return new PathChoice(path, meanRtt.plus(delay.mean()), p95Rtt.plus(delay.p95()),
                new Promised(promised.meanRtt().plus(delay.mean()), promised.p95Rtt().plus(delay.p95()),
                        promised.p99Rtt().map(p99 -> p99.plus(delay.p99())), promised.throughput()),
                throughput, measured, PathSource.of(basis() + "; " + delay.words() + ", " + meanRtt + " idle"), egress);
    }

    public Millis rtt(RttStatistic statistic) {
        return switch (statistic) {
            case MEAN -> meanRtt;
            case PROMISED_MEAN -> promised.meanRtt();
            case P95 -> p95Rtt;
            case PROMISED_P95 -> promised.p95Rtt();
            case PROMISED_P99 -> promised.p99Rtt().orElse(promised.p95Rtt());
        };
    }

    /** Round trips × RTT + bytes / throughput + slow start; bytes take no time if the throughput is unknown. */
    public Millis latency(Traffic traffic, RttStatistic statistic) {
        return new Millis(milliseconds(traffic, statistic));
    }

    /** Mean number of round trips, including those in which slow start waits. */
    public double roundTrips(Traffic traffic) {
        double waits = traffic.slowStart().milliseconds(meanRtt.value(), rate(throughput));
        return traffic.roundTrips() + (waits > 0 ? waits / meanRtt.value() : 0);
    }

    double milliseconds(Traffic traffic, RttStatistic statistic) {
        return traffic.milliseconds(rtt(statistic).value(), rate(statistic.isPromised() ? promised.throughput() : throughput));
    }

    private static double rate(Optional<BitRate> known) {
        return known.map(rate -> (double) rate.value()).orElse(Double.POSITIVE_INFINITY);
    }
}
