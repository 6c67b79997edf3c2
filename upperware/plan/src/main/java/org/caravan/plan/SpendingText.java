package org.caravan.plan;

import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import org.caravan.application.Limit;

/** What a plan costs beside what it may cost, and the power it takes, in words. */
final class SpendingText {

    private SpendingText() {}

    /** For example {@code 52.00 EUR/month of at most 300.00 EUR/month (limit spend)}. */
    static String cost(PlanReport report) {
        return report.cost() + report.spending().limits().stream().map(SpendingText::words).collect(Collectors.joining(",", "", ""));
    }

    private static String words(Limit limit) {
        return " of at most " + limit.most() + " (limit " + limit.id() + ")";
    }

    /** {@code 12.4 W}; {@code unknown} where the power of a host in use is. */
    static String watts(Optional<Double> watts) {
        return watts.map(known -> String.format(Locale.ROOT, "%.1f W", known)).orElse("unknown");
    }
}
