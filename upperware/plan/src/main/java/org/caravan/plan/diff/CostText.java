package org.caravan.plan.diff;

import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.caravan.application.Limit;
import org.caravan.plan.CostAllocation;
import org.caravan.plan.Egress;
import org.caravan.plan.PlanReport;
import org.caravan.unit.MonthlyCost;

/** Text of a plan's cost with its limits, and of its power. */
public final class CostText {

    private CostText() {}

    /** For example {@code 52.00 EUR/month of at most 300.00 EUR/month (limit spend)}. */
    public static String cost(PlanReport report) {
        return report.cost() + report.limits().stream().map(CostText::words).collect(Collectors.joining(","));
    }

    /** Shorter form with the tightest limit only, for example {@code 52.00 EUR/month (limit spend: 300.00)}. */
    public static String costBriefly(PlanReport report) {
        String egress = report.egress().isEmpty() ? "" : " (egress "
                + euros(report.egress().stream().map(Egress::cost).reduce(MonthlyCost.ZERO, MonthlyCost::plus)) + ")";
        String shared = report.shared().isEmpty() ? "" : " (shared hosts: " + sum(report, CostAllocation::share) + " of "
                + sum(report, CostAllocation::whole) + ")";
        return report.cost() + egress + shared + report.limits().stream().min(Comparator.comparing(Limit::most))
                .map(limit -> " (limit " + limit.id() + ": " + euros(limit.most()) + ")").orElse("");
    }

    /**
     * For example {@code egress of ohio.Amazon: 41.2 GiB/month at 0.09 EUR/GiB, 3.71 EUR/month}; with a quota {@code egress of ohio.Amazon:
     * 141.2 GiB/month, of these 93.1 free and 48.1 at 0.09 EUR/GiB (quota 100
     * GB/month), 4.33 EUR/month}.
     */
    public static String egress(Egress egress) {
        return String.format(Locale.ROOT, "egress of %s: %.1f GiB/month", egress.at(), egress.gib())
                + egress.above().map(above -> above(egress, above)).orElseGet(() -> " at " + egress.price()) + ", " + egress.cost();
    }

    private static String above(Egress egress, Egress.Above above) {
        String below = egress.price().value() == 0 ? "free" : "at " + egress.price();
        String quota = " (quota " + above.quota().amountText() + ")";
        return above.gib() == 0 ? " " + below + quota : String.format(Locale.ROOT, ", of these %.1f %s and %.1f at %s%s",
                egress.gib() - above.gib(), below, above.gib(), above.quota().price().orElseThrow(), quota);
    }

    /** For example {@code host box-1 is shared: of its 40.00 EUR/month, which others pay already, 15.00 by size of what sits there}. */
    public static String shared(CostAllocation host) {
        return "host " + host.hostId() + " is shared: of its " + host.whole() + ", which others pay already, " + euros(host.share())
                + " by size of what sits there";
    }

    private static String sum(PlanReport report, Function<CostAllocation, MonthlyCost> part) {
        return euros(report.shared().stream().map(part).reduce(MonthlyCost.ZERO, MonthlyCost::plus));
    }

    private static String euros(MonthlyCost cost) {
        return cost.toString().replace(" EUR/month", "");
    }

    private static String words(Limit limit) {
        return " of at most " + limit.most() + " (limit " + limit.id() + ")";
    }

    /** For example {@code 12.4 W}; {@code unknown} if the power of a host in use is unknown. */
    public static String watts(Optional<Double> watts) {
        return watts.map(known -> String.format(Locale.ROOT, "%.1f W", known)).orElse("unknown");
    }
}
