package org.caravan.plan.lint;

import java.util.List;
import org.caravan.application.Limit;
import org.caravan.plan.PlanReport;
import org.caravan.plan.lint.Remark.Severity;

/** Checks the cost of a plan against its limits. */
final class LimitLint {

    /** Fraction of a limit that should remain. */
    private static final double MARGIN = 0.05;

    private LimitLint() {}

    static List<Remark> of(PlanReport report) {
        return report.limits().stream().filter(limit -> report.cost().value() > limit.most().value() * (1 - MARGIN))
                .map(limit -> remark(limit, report)).toList();
    }

    private static Remark remark(Limit limit, PlanReport report) {
        String numbers = report.cost() + " of at most " + limit.most() + ".";
        return report.cost().compareTo(limit.most()) > 0
                ? new Remark(Severity.ERROR, "limit-exceeded", "The limit (" + limit.id() + ") is exceeded: the plan costs " + numbers,
                        "plan again with the current measurements.")
                : new Remark(Severity.WARNING, "limit-close", "The limit (" + limit.id() + ") is nearly reached: the plan costs " + numbers,
                        "raise the limit, or find the largest cost: caravan whatif.");
    }
}
