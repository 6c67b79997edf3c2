package org.caravan.measure.estimate;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.caravan.infrastructure.AccessPoint;

/** The naive way: as if by way of the third end that makes the path best. For comparison only. */
final class Triangle implements Rule {

    private final Map<AccessPoint, Map<AccessPoint, Double>> known = new HashMap<>();
    private final boolean sum;

    /** @param sum of both legs counts (times), or the lesser (rates) */
    Triangle(List<Observation> observed, boolean sum) {
        this.sum = sum;
        observed.forEach(seen -> {
            known.computeIfAbsent(seen.from(), any -> new HashMap<>()).put(seen.to(), seen.value());
            if (sum) {
                known.computeIfAbsent(seen.to(), any -> new HashMap<>()).put(seen.from(), seen.value());
            }
        });
    }

    @Override
    public Optional<Value> value(AccessPoint from, AccessPoint to) {
        return known.getOrDefault(from, Map.of()).entrySet().stream()
                .filter(leg -> known.getOrDefault(leg.getKey(), Map.of()).containsKey(to))
                .map(leg -> joined(leg.getValue(), known.get(leg.getKey()).get(to)))
                .reduce((one, other) -> sum ? Math.min(one, other) : Math.max(one, other))
                .map(value -> new Value(value, 1));
    }

    private double joined(double one, double other) {
        return sum ? one + other : Math.min(one, other);
    }
}
