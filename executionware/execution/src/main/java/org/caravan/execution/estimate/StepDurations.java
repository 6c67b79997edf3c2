package org.caravan.execution.estimate;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.caravan.change.StepKind;
import org.caravan.execution.journal.StepDuration;

/** Estimates step durations from earlier runs: the median of the newest few most similar steps. */
public final class StepDurations {

    /** Small, so that estimates adapt quickly to a faster host; odd, so that the median is a sample. */
    private static final int REMEMBERED = 9;

    private final Map<String, List<Duration>> byLikeness = new HashMap<>();

    /** @param newestFirst durations of completed steps */
    public StepDurations(List<StepDuration> newestFirst) {
        newestFirst.forEach(known -> likenesses(known.kind(), known.hostId(), known.image())
                .map(key -> byLikeness.computeIfAbsent(key, unused -> new ArrayList<>()))
                .filter(durations -> durations.size() < REMEMBERED)
                .forEach(durations -> durations.add(known.duration())));
    }

    /** Empty if no step of this kind was ever completed. */
    Optional<Duration> expected(StepKind kind, Optional<String> hostId, Optional<String> image) {
        return likenesses(kind, hostId, image).map(byLikeness::get).filter(known -> known != null).findFirst()
                .map(StepDurations::median);
    }

    /** Keys by decreasing similarity: same image and host, same image, same host, same kind only. */
    private static Stream<String> likenesses(StepKind kind, Optional<String> hostId, Optional<String> image) {
        String host = hostId.orElse("");
        String what = image.orElse("");
        return Stream.of(kind + " " + host + " " + what, kind + " image " + what, kind + " host " + host, kind + "").distinct();
    }

    private static Duration median(List<Duration> durations) {
        return durations.stream().sorted().skip(durations.size() / 2).findFirst().orElseThrow();
    }
}
