package org.caravan.server.adaptation.model;

import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.caravan.measure.metric.Metric;
import org.caravan.measure.metric.Reading;
import org.caravan.plan.DeploymentPlan;

/** The newest reading of each copy and metric: those of the store, and those that arrived since. Not thread-safe. */
final class NewestReadings {

    private final Map<String, Map<Metric, Reading>> byCopy = new HashMap<>();

    /** Replaces all readings. */
    void begin(Collection<Reading> readings) {
        byCopy.clear();
        readings.forEach(this::add);
    }

    void add(Reading reading) {
        if (!reading.copy().isEmpty()) {
            byCopy.computeIfAbsent(reading.copy(), unused -> new HashMap<>())
                    .merge(reading.metric(), reading, (one, other) -> other.at().isBefore(one.at()) ? one : other);
        }
    }

    /** By label of the copies of a plan; copies without a reading are left out. */
    Map<String, List<Reading>> of(DeploymentPlan plan) {
        return plan.instances().stream().map(placed -> placed.copy(plan.application()).label()).filter(byCopy::containsKey)
                .collect(Collectors.toMap(label -> label, label -> List.copyOf(byCopy.get(label).values())));
    }
}
