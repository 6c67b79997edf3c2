package org.caravan.server.rehearsal;

import java.time.Instant;
import java.util.Collections;
import java.util.Map;
import java.util.NavigableMap;
import java.util.OptionalDouble;
import java.util.TreeMap;

/**
 * A value over time: each entry holds until the next one.
 *
 * @param values by begin; NaN: unknown from then on
 */
record Steps(NavigableMap<Instant, Double> values) {

    static final Steps NONE = new Steps(new TreeMap<>());

    Steps {
        values = Collections.unmodifiableNavigableMap(new TreeMap<>(values));
    }

    /** Empty before the first entry, and while the value is unknown. */
    OptionalDouble at(Instant time) {
        Map.Entry<Instant, Double> entry = values.floorEntry(time);
        return entry == null || entry.getValue().isNaN() ? OptionalDouble.empty() : OptionalDouble.of(entry.getValue());
    }
}
