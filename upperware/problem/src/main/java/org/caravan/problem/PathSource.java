package org.caravan.problem;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.caravan.measure.PathStatistic;
import org.caravan.unit.BitRate;
import org.caravan.unit.Millis;

/**
 * Source of the metrics of a path. The text is created on demand, because few paths are shown.
 *
 * @param words text if there are no metrics; otherwise empty
 * @param rtt empty if there is a text
 * @param newest newest sample of all paths; ages are relative to it
 * @param share rate of the sending copy while its neighbours are busy, if that is less than the path carries
 */
public record PathSource(String words, Optional<PathStatistic> rtt, Optional<PathStatistic> throughput, Instant newest,
        Optional<BitRate> share) {

    static PathSource of(String words) {
        return new PathSource(words, Optional.empty(), Optional.empty(), Instant.EPOCH, Optional.empty());
    }

    static PathSource of(PathStatistic rtt, Optional<PathStatistic> throughput, Instant newest) {
        return new PathSource("", Optional.of(rtt), throughput, newest, Optional.empty());
    }

    PathSource sharing(BitRate rate) {
        return new PathSource(words, rtt, throughput, newest, Optional.of(rate));
    }

    /** For example {@code mean of 16 samples, 12 s old}. */
    String text() {
        return rtt.map(figure -> words(figure) + throughput.map(RobustnessPolicy::wordsOfThroughput).orElse("")).orElse(words)
                + share.map(rate -> "; " + rate + " of its uplink while its neighbours are busy").orElse("");
    }

    /** For example {@code ; p99 34.1 ms of 1344 samples}; can be empty. */
    String textOfP99() {
        return rtt.flatMap(PathStatistic::p99).map(p99 -> "; p99 " + new Millis(p99.value()) + " of " + p99.samples() + " samples")
                .orElse("");
    }

    private String words(PathStatistic figure) {
        boolean measured = figure.origin() == PathStatistic.Origin.MEASURED;
        if (!measured && figure.samples() == 0) {
            return RobustnessPolicy.wordsOfRtt(figure);
        }
        String what = figure.samples() == 1 ? "1 sample" : "mean of " + figure.samples() + " samples";
        String way = measured ? ", " : figure.origin() == PathStatistic.Origin.PASSIVE ? " of applications' connections, "
                : " of the way back, ";
        String within = RobustnessPolicy.spread(figure) ? "within " + new Millis(figure.halfWidth95()) + ", " : "";
        return what + way + within + words(Duration.between(figure.newest(), newest)) + " old";
    }

    private static String words(Duration age) {
        long seconds = age.toSeconds();
        if (seconds < 120) {
            return seconds + " s";
        }
        return seconds < 7_200 ? seconds / 60 + " min" : seconds / 3_600 + " h";
    }
}
