package org.caravan.plan.lint;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.caravan.measure.schedule.AccessLink;
import org.caravan.plan.DeploymentPlan;
import org.caravan.plan.lint.Remark.Severity;
import org.caravan.problem.PlacementProblem;
import org.caravan.unit.BitRate;

/** Checks for uplinks that are nearly fully reserved, and for reservations on uplinks without a declared rate. */
final class UplinkLint {

    /** Fraction of an uplink that should not be exceeded. */
    private static final double FULL = 0.9;

    private UplinkLint() {}

    static List<Remark> of(PlacementProblem problem, DeploymentPlan plan) {
        Map<AccessLink, Long> reserved = new TreeMap<>();
        plan.bandwidth().stream().filter(one -> one.min().value() > 0)
                .forEach(one -> reserved.merge(one.at(), one.min().value(), Long::sum));
        List<Remark> remarks = new ArrayList<>();
        reserved.forEach((at, own) -> {
            BitRate others = problem.uplinks().reservedElsewhere(at);
            long uplink = problem.infrastructure().site(at.siteId()).uplink(at.ispId()).orElse(BitRate.ZERO).value();
            if (uplink == 0) {
                remarks.add(new Remark(Severity.WARNING, "uplink-unknown", "Copies reserve " + new BitRate(own) + " of access link (" + at
                        + "), whose bandwidth is not declared.", "declare it at the isp of the site: uplink 100 Mbit/s."));
            } else if (own + others.value() > FULL * uplink) {
                remarks.add(new Remark(Severity.ADVICE, "uplink-nearly-full",
                        String.format(Locale.ROOT, "Access link (%s) is nearly full: %.0f %% of"
                        + " its uplink are reserved.", at, 100.0 * (own + others.value()) / uplink),
                        "reserve less, or let copies leave by another ISP."));
            }
        });
        return remarks;
    }
}
