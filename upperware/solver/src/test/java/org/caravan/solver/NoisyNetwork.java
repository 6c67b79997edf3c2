package org.caravan.solver;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import org.caravan.measure.Moments;
import org.caravan.measure.NetworkMatrix;
import org.caravan.measure.PathFigures;
import org.caravan.measure.PathStatistic;

/**
 * A network as it is, and as few samples of it tell. Each round trip takes the path's own time and waits exponentially; each flow has the
 * path's rate, changed log-normally. How much either varies differs from path to path: waiting by a factor of 100, rates by one of 20.
 *
 * @param truth figures without an interval
 */
record NoisyNetwork(NetworkMatrix truth, NetworkMatrix measured) {

    /** How wrong the measurement is. */
    enum Error {
        /** Samples are drawn from the truth. */
        FEW_SAMPLES("few samples"),
        /** The truth is drawn from the whole interval around what was measured, each value in it as likely. */
        ANYWHERE("anywhere within");

        private final String words;

        Error(String words) {
            this.words = words;
        }

        @Override
        public String toString() {
            return words;
        }
    }

    private static final Instant NOON = Instant.parse("2026-11-21T12:00:00Z");
    private static final int[] ECHOES = {3, 4, 6, 8, 16};
    private static final double LN_20 = Math.log(20);

    /** @param bare round-trip times without waiting, and rates */
    static NoisyNetwork of(NetworkMatrix bare, Error error, Random random) {
        List<PathFigures> truth = new ArrayList<>();
        List<PathFigures> measured = new ArrayList<>();
        for (PathFigures path : bare.all().values()) {
            double least = path.idleRtt().mean();
            double waits = least * 0.005 * Math.pow(100, random.nextDouble());
            double rate = path.throughput().orElseThrow().mean();
            double sigma = 0.02 * Math.pow(20, random.nextDouble());
            PathStatistic rtt = figure(samples(ECHOES[random.nextInt(ECHOES.length)],
                    i -> least - waits * Math.log(1 - random.nextDouble())));
            PathStatistic throughput = figure(samples(2 + random.nextInt(4),
                    i -> rate * Math.exp(sigma * random.nextGaussian() - sigma * sigma / 2)));
            measured.add(figures(path, rtt, throughput));
            truth.add(error == Error.FEW_SAMPLES
                    ? figures(path, sure(least + waits, least + waits * LN_20), sure(rate, rate))
                    : figures(path, within(rtt, random), within(throughput, random)));
        }
        return new NoisyNetwork(NetworkMatrix.of(truth), NetworkMatrix.of(measured));
    }

    private interface Drawn {
        double sample(int index);
    }

    private static double[] samples(int count, Drawn drawn) {
        return IntStream.range(0, count).mapToDouble(drawn::sample).toArray();
    }

    private static PathFigures figures(PathFigures path, PathStatistic rtt, PathStatistic throughput) {
        return new PathFigures(path.path(), rtt, Optional.empty(), Optional.of(throughput), 0);
    }

    /** What the monitoring would say of such samples. */
    private static PathStatistic figure(double[] samples) {
        Moments moments = moments(samples);
        double[] sorted = samples.clone();
        Arrays.sort(sorted);
        double rank = sorted[(int) Math.ceil(0.95 * sorted.length) - 1];
        double p95 = sorted.length < 3 ? rank : Math.min(rank, sorted[sorted.length - 2]);
        return new PathStatistic(moments.mean(), moments.halfWidth95(), sorted[sorted.length / 2], p95, samples.length, NOON,
                PathStatistic.Origin.MEASURED);
    }

    static Moments moments(double[] values) {
        return Arrays.stream(values).mapToObj(Moments::of).reduce(Moments.NONE, Moments::merge);
    }

    private static PathStatistic sure(double mean, double p95) {
        return new PathStatistic(mean, 0, mean, p95, 16, NOON, PathStatistic.Origin.MEASURED);
    }

    /** Where the interval goes below, a tenth of the value stands for what lies there. */
    private static PathStatistic within(PathStatistic measured, Random random) {
        double value = Math.max(measured.mean() / 10, measured.mean() + (2 * random.nextDouble() - 1) * measured.halfWidth95());
        return sure(value, Math.max(value, measured.p95() + value - measured.mean()));
    }
}
