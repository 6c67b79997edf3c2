package org.caravan.problem;

import java.util.Optional;
import org.caravan.measure.PathId;
import org.caravan.unit.BitRate;
import org.caravan.unit.DataPrice;
import org.caravan.unit.Millis;

/**
 * A path that can carry a link, with the figures that latency is reckoned from.
 *
 * @param promised what promises count instead, at the worse end of what was measured
 * @param throughput of the answers, which carry most bytes: from the far end to the near one; above 0
 * @param measured whether that throughput was measured, and not guessed from other paths
 * @param ground what the figures rest on
 * @param egress price of what leaves a site by it
 */
public record PathChoice(
        PathId path, Millis meanRtt, Millis p95Rtt, Promised promised, Optional<BitRate> throughput, boolean measured, PathBasis ground, DataPrice egress) {

    /**
     * What promises count.
     *
     * @param p99Rtt empty where it is not known, and in problems of which no promise asks for it
     * @param throughput empty exactly where that of goals is
     */
    public record Promised(Millis meanRtt, Millis p95Rtt, Optional<Millis> p99Rtt, Optional<BitRate> throughput) {}

    /** One of which promises count the same. */
    public PathChoice(PathId path, Millis meanRtt, Millis p95Rtt, Optional<BitRate> throughput, boolean measured, String basis, DataPrice egress) {
        this(path, meanRtt, p95Rtt, new Promised(meanRtt, p95Rtt, Optional.empty(), throughput), throughput, measured, PathBasis.of(basis), egress);
    }

    /** One by which data costs nothing. */
    public PathChoice(PathId path, Millis meanRtt, Millis p95Rtt, Optional<BitRate> throughput, boolean measured, String basis) {
        this(path, meanRtt, p95Rtt, throughput, measured, basis, DataPrice.ZERO);
    }

    /** One whose throughput was measured, where it is known. */
    public PathChoice(PathId path, Millis meanRtt, Millis p95Rtt, Optional<BitRate> throughput, String basis) {
        this(path, meanRtt, p95Rtt, throughput, true, basis);
    }

    /** What the figures rest on, in words: {@code mean of 16 samples, 12 s old}, and the p99 where promises count it. */
    public String basis() {
        return promised.p99Rtt().isPresent() ? ground.text() + ground.textOfP99() : ground.text();
    }

    /** What links may not send more by it than; empty within a site, and where nobody measured it: no plan is refused for a guess. */
    public Optional<BitRate> most() {
        return measured && !path.withinSite() ? throughput : Optional.empty();
    }

    PathChoice at(DataPrice price) {
        return price.equals(egress) ? this : new PathChoice(path, meanRtt, p95Rtt, promised, throughput, measured, ground, price);
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

    /** Round trips × RTT + bytes / throughput; bytes take no time where the throughput is unknown. */
    public Millis latency(Traffic traffic, RttStatistic statistic) {
        return new Millis(milliseconds(traffic, statistic));
    }

    double milliseconds(Traffic traffic, RttStatistic statistic) {
        Optional<BitRate> rates = statistic.isPromised() ? promised.throughput() : throughput;
        double transfer = rates.map(rate -> traffic.bytes() * 8_000.0 / rate.value()).orElse(0.0);
        return traffic.roundTrips() * rtt(statistic).value() + transfer;
    }
}
