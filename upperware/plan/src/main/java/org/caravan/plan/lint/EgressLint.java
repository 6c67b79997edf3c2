package org.caravan.plan.lint;

import java.util.List;
import java.util.Locale;
import org.caravan.plan.PlanReport;
import org.caravan.plan.lint.Remark.Severity;

/** Checks for uplinks whose egress costs more than all hosts together. */
final class EgressLint {

    private EgressLint() {}

    static List<Remark> of(PlanReport report) {
        long egress = report.egress().stream().mapToLong(one -> one.cost().value()).sum();
        long hosts = Math.max(0, report.cost().value() - egress);
        return report.egress().stream().filter(one -> one.cost().value() > hosts)
                .map(one -> new Remark(Severity.ADVICE, "egress-dear", String.format(Locale.ROOT,
                        "What leaves by access link (%s) costs %s, more than all hosts: %.1f GiB a month.", one.at(), one.cost(),
                                one.gib()),
                        "move the components closer together, or send fewer bytes; caravan whatif --price " + one.at()
                                + "=x0.5 shows what another"
                                + " price would change."))
                .toList();
    }
}
