package org.caravan.rules.model;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.caravan.adaptation.Metric;

/** Decides which readings are used. Remembers the latest reading of each series. */
final class ReadingCheck {

    /** Difference between the clock of a reading and that of the rounds that is no change of a clock, in ms. */
    private static final long TOLERATED = 5_000;
    /** Readings arrive a little earlier than their interval now and then. */
    private static final double EARLY = 0.9;

    private final RuleProgram program;
    private final Map<String, SampleWindow> windows;
    private final Map<String, Long> latest = new HashMap<>();
    private final Map<String, Long> used = new HashMap<>();

    ReadingCheck(RuleProgram program) {
        this.program = program;
        this.windows = program.windows();
    }

    /** @return why the reading must not be used; empty if nothing is wrong with it */
    Optional<ModelFinding.Refusal> refusal(MetricReading reading, long now) {
        Optional<Metric> metric = Optional.ofNullable(program.metrics().get(reading.seriesId()));
        if (!windows.containsKey(reading.seriesId()) || metric.filter(one -> one.formula().isPresent()).isPresent()) {
            return Optional.of(ModelFinding.Refusal.UNKNOWN_SERIES);
        }
        if (!Double.isFinite(reading.value())) {
            return Optional.of(ModelFinding.Refusal.NOT_A_NUMBER);
        }
        if (reading.value() < 0 && metric.filter(Metric::external).isEmpty()) {
            return Optional.of(ModelFinding.Refusal.NEGATIVE);
        }
        long at = reading.at().toEpochMilli();
        if (at > now + TOLERATED) {
            return Optional.of(ModelFinding.Refusal.FUTURE);
        }
        Long before = latest.get(reading.seriesId());
        if (before != null && at == before) {
            return Optional.of(ModelFinding.Refusal.DUPLICATE);
        }
        return before != null && at < before || at <= now - windows.get(reading.seriesId()).millis()
                ? Optional.of(ModelFinding.Refusal.LATE) : Optional.empty();
    }

    /** Notes a reading that is right. @return whether its metric uses it; other values of its interval are skipped */
    boolean uses(MetricReading reading) {
        long at = reading.at().toEpochMilli();
        latest.put(reading.seriesId(), at);
        return due(reading.seriesId(), at);
    }

    /** Whether the interval of the series has passed since its latest sample; notes the time as that of the next sample if so. */
    boolean due(String seriesId, long at) {
        Double every = Optional.ofNullable(program.metrics().get(seriesId)).flatMap(Metric::everySeconds).orElse(0.0);
        Long before = used.get(seriesId);
        if (before != null && at - before < EARLY * RuleProgram.millis(every)) {
            return false;
        }
        used.put(seriesId, at);
        return true;
    }
}
