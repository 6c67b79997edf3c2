package org.caravan.plan;

import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import org.caravan.application.Limit;
import org.caravan.unit.MonthlyCost;

/** What a plan costs beside what it may cost, and the power it takes, in words. */
final class SpendingText {

    private SpendingText() {}

    /** For example {@code 52.00 EUR/month of at most 300.00 EUR/month (limit spend)}. */
    static String cost(PlanReport report) {
        return report.cost() + report.limits().stream().map(SpendingText::words).collect(Collectors.joining(","));
    }

    /** The same in fewer words, of the tightest limit alone: {@code 52.00 EUR/month (limit spend: 300.00)}. */
    static String costBriefly(PlanReport report) {
        String egress = report.egress().isEmpty() ? "" : " (egress " + report.egress().stream().map(Egress::cost).reduce(MonthlyCost.ZERO, MonthlyCost::plus)
                .toString().replace(" EUR/month", "") + ")";
        return report.cost() + egress + report.limits().stream().min(Comparator.comparing(Limit::most))
                .map(limit -> " (limit " + limit.id() + ": " + limit.most().toString().replace(" EUR/month", "") + ")").orElse("");
    }

    /** {@code egress of ohio.Amazon: 41.2 GiB/month at 0.09 EUR/GiB, 3.71 EUR/month}. */
    static String egress(Egress egress) {
        return String.format(Locale.ROOT, "egress of %s: %.1f GiB/month at %s, %s", egress.at(), egress.gib(), egress.price(), egress.cost());
    }

    private static String words(Limit limit) {
        return " of at most " + limit.most() + " (limit " + limit.id() + ")";
    }

    /** {@code 12.4 W}; {@code unknown} where the power of a host in use is. */
    static String watts(Optional<Double> watts) {
        return watts.map(known -> String.format(Locale.ROOT, "%.1f W", known)).orElse("unknown");
    }
}
