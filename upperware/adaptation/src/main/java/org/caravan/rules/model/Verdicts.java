package org.caravan.rules.model;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Collects what the rules compute in a round. Public only because compiled rules access it. */
public final class Verdicts {

    /** @param since epoch milliseconds since when the condition holds, or of the latest execution of a periodic subject */
    record Due(Timing timing, long since) {}

    private final Map<String, Double> values = new HashMap<>();
    private final List<Due> due = new ArrayList<>();

    public void value(SampleWindow window, List<Sample> samples) {
        values.put(window.seriesId(), window.value(samples));
    }

    public void due(Timing timing, long since) {
        due.add(new Due(timing, since));
    }

    /** @param beginnings of the condition; at least one */
    public void counted(Timing timing, List<Began> beginnings) {
        due(timing, beginnings.stream().mapToLong(Began::at).min().orElseThrow());
    }

    Map<String, Double> values() {
        return values;
    }

    List<Due> due() {
        return due;
    }

    void begin() {
        values.clear();
        due.clear();
    }
}
