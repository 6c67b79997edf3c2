package org.caravan.server.network;

import java.util.Locale;
import java.util.Optional;
import org.caravan.measure.schedule.ProbeScope;
import org.caravan.unit.Bytes;

/**
 * Scope of a probe run, in its stored text form: {@code idle}, {@code standard} …, or {@code budget 50000000}.
 *
 * @param budget bytes per access link in 24 hours; only for {@link ProbeScope#BUDGET}
 */
record RunScope(ProbeScope scope, Optional<Bytes> budget) {

    private static final String BUDGET = "budget ";

    static RunScope of(ProbeScope scope) {
        return new RunScope(scope, Optional.empty());
    }

    static RunScope within(Bytes budget) {
        return new RunScope(ProbeScope.BUDGET, Optional.of(budget));
    }

    static RunScope parse(String text) {
        return text.startsWith(BUDGET)
                ? within(new Bytes(Long.parseLong(text.substring(BUDGET.length()))))
                : of(ProbeScope.valueOf(text.toUpperCase(Locale.ROOT)));
    }

    @Override
    public String toString() {
        return budget.map(bytes -> BUDGET + bytes.value()).orElseGet(() -> scope.name().toLowerCase(Locale.ROOT));
    }
}
