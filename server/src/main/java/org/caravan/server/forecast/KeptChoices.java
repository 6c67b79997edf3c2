package org.caravan.server.forecast;

import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.caravan.forecast.Selection;

/** Methods with their parameters, kept for six hours: an estimation costs up to a second, its application milliseconds. Thread-safe. */
final class KeptChoices {

    private static final Duration KEPT = Duration.ofHours(6);
    /** A series that has grown much may be forecast by better methods. */
    private static final double GROWN = 1.25;
    private static final int MOST = 1_000;

    private final Map<String, Kept> choices = new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Kept> eldest) {
            return size() > MOST;
        }
    };

    private record Kept(Scope scope, Selection.Choice choice, int size, Instant at) { }

    /** Empty if the choice is too old, or was made for another scope or a much shorter series. */
    synchronized Optional<Selection.Choice> find(String series, Scope scope, int size, Instant now) {
        return Optional.ofNullable(choices.get(series)).filter(kept -> kept.scope().equals(scope) && size <= kept.size() * GROWN
                && Duration.between(kept.at(), now).abs().compareTo(KEPT) < 0).map(Kept::choice);
    }

    synchronized void keep(String series, Scope scope, Selection.Choice choice, int size, Instant now) {
        choices.remove(series);
        choices.put(series, new Kept(scope, choice, size, now));
    }
}
