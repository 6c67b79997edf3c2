package org.caravan.server.rehearsal;

import java.math.BigDecimal;
import java.math.MathContext;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.caravan.problem.supposition.Assumptions;

/** Paths, prices and users that a rehearsal supposes over time, as what-if suppositions. */
final class Suppositions {

    private static final int DIGITS = 6;

    private Suppositions() {}

    /** Suppositions that hold at this time. */
    static Assumptions at(Observed observed, Instant time) {
        if (observed.suppositions().isEmpty()) {
            return Assumptions.NONE;
        }
        List<String> texts = new ArrayList<>();
        observed.suppositions().forEach((name, steps) -> {
            OptionalDouble value = steps.at(time);
            value.ifPresent(now -> text(name, now).ifPresent(texts::add));
        });
        return Assumptions.parse(texts);
    }

    /** Empty if the name is no supposition. @param value in ms, EUR (per month or GiB), or a factor */
    static Optional<String> text(String name, double value) {
        String number = new BigDecimal(value).round(new MathContext(DIGITS)).stripTrailingZeros().toPlainString();
        if (name.startsWith("rtt ")) {
            return Optional.of(name + "=" + number + "ms");
        }
        if (name.equals("users")) {
            return Optional.of("users x" + number);
        }
        if (name.startsWith("users ")) {
            return Optional.of(name + "=x" + number);
        }
        if (name.startsWith("price ")) {
            return Optional.of(name + "=" + number + (name.contains(".") ? "EUR/GiB" : "EUR"));
        }
        return Optional.empty();
    }
}
