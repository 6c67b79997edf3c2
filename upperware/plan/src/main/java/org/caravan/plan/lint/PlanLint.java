package org.caravan.plan.lint;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.caravan.application.Limit;
import org.caravan.infrastructure.FormKind;
import org.caravan.measure.PathId;
import org.caravan.measure.schedule.AccessLink;
import org.caravan.plan.DeploymentPlan;
import org.caravan.plan.Omissions;
import org.caravan.plan.PathLoad;
import org.caravan.plan.PlanReport;
import org.caravan.plan.PlanReport.HopLatency;
import org.caravan.plan.PlanReport.RequestLatency;
import org.caravan.plan.PlanReport.SloLatency;
import org.caravan.plan.PlanReport.TippingPoint;
import org.caravan.plan.PlannedReplicas;
import org.caravan.plan.lint.Remark.Severity;
import org.caravan.problem.LatencyModel;
import org.caravan.problem.OtherPlacement;
import org.caravan.problem.PlacementProblem;
import org.caravan.problem.ReservedResponses;
import org.caravan.unit.BitRate;
import org.caravan.unit.Bytes;

/** Checks a plan for errors and risks. */
public final class PlanLint {

    /** Fraction of a limit that should remain. */
    private static final double MARGIN = 0.1;
    /** Relative change of a value up to which a changed decision is reported. */
    private static final double NEAR = 0.25;
    /** Minimum optimality gap that is reported. */
    private static final double GAP = 0.01;
    /** Fraction of a host's CPU, memory or disk that should not be exceeded. */
    private static final double FULL = 0.9;

    private final PlacementProblem problem;
    private final DeploymentPlan plan;
    private final PlanReport report;
    private final List<Remark> remarks = new ArrayList<>();

    private PlanLint(PlacementProblem problem, DeploymentPlan plan, PlanReport report) {
        this.problem = problem;
        this.plan = plan;
        this.report = report;
    }

    /** Most severe first; can be empty. */
    public static List<Remark> of(PlacementProblem problem, DeploymentPlan plan, PlanReport report) {
        PlanLint lint = new PlanLint(PlannedReplicas.in(problem, plan), plan, report);
        report.latencies().forEach(lint::lookAt);
        lint.lookAtEstimates();
        lint.lookAtReplicas();
        lint.lookAtHosts();
        report.tippingPoints().forEach(lint::lookAt);
        lint.lookAtWhole();
        lint.remarks.addAll(QueueLint.of(problem.application(), lint.problem.application()));
        lint.remarks.addAll(LimitLint.of(report));
        lint.remarks.addAll(UplinkLint.of(lint.problem, plan));
        lint.remarks.addAll(EgressLint.of(report));
        lint.remarks.addAll(ThroughputLint.of(lint.problem, plan));
        report.leftOut().ifPresent(lint::lookAt);
        return lint.remarks.stream().sorted().toList();
    }

    private void add(Severity severity, String code, String message, String suggestion) {
        remarks.add(new Remark(severity, code, message, suggestion));
    }

    private void lookAt(RequestLatency latency) {
        for (SloLatency slo : latency.slos()) {
            String numbers = latency.requestId() + " of users (" + latency.usersId() + ") takes " + slo.latency() + " of less than "
                    + slo.limit() + ".";
            if (!slo.kept()) {
                add(Severity.ERROR, "promise-missed", "The slo (" + slo.sloId() + ") is missed: " + numbers,
                        "plan again with the current measurements.");
            } else if (slo.latency().value() > slo.limit().value() * (1 - MARGIN)) {
                add(Severity.WARNING, "promise-close", "The slo (" + slo.sloId() + ") is hardly kept: " + numbers,
                        "allow another site nearer to these users, or promise less.");
            }
        }
    }

    private void lookAtEstimates() {
        Set<String> guessed = new TreeSet<>();
        report.latencies().stream().filter(latency -> latency.ofGoal() || !latency.slos().isEmpty())
                .flatMap(latency -> latency.hops().stream())
                .filter(hop -> guessed(hop) || hop.basis().startsWith("1 sample"))
                .map(HopLatency::path).forEach(guessed::add);
        guessed.forEach(path -> add(Severity.WARNING, "hardly-measured",
                "Latencies depend on the path (" + path + "), which has at most one measurement.",
                "measure it: caravan probe --scope standard."));
    }

    /** Whether the path is only estimated. Paths within a site count as known, because they need no measurement. */
    private static boolean guessed(HopLatency hop) {
        return hop.basis().startsWith("estimated") && !PathId.parse(hop.path()).withinSite();
    }

    private void lookAtReplicas() {
        Map<String, Set<String>> hosts = new TreeMap<>();
        Map<String, Integer> counts = new HashMap<>();
        plan.instances().forEach(placed -> {
            String componentId = placed.instance().componentId();
            hosts.computeIfAbsent(componentId, any -> new TreeSet<>()).add(placed.hostId());
            counts.merge(componentId, 1, Integer::sum);
        });
        hosts.forEach((componentId, on) -> {
            if (counts.get(componentId) > 1 && on.size() == 1) {
                add(Severity.WARNING, "replicas-on-one-host", "All " + counts.get(componentId) + " replicas of (" + componentId
                        + ") are on host (" + on.iterator().next() + "): they fall together.", "require " + componentId
                        + " apart by host.");
            }
        });
    }

    /** Includes the usage of other applications. */
    private void lookAtHosts() {
        Map<String, long[]> used = new TreeMap<>();
        // A virtual machine intentionally uses its whole host.
        plan.instances().stream().filter(placed -> placed.spec().form() != FormKind.VM).forEach(placed -> {
            long[] sums = used.computeIfAbsent(placed.hostId(), any -> new long[4]);
            sums[0] += placed.spec().cpu().value();
            sums[1] += placed.spec().memory().value();
            sums[2] += placed.spec().disk().map(Bytes::value).orElse(0L);
            sums[3] += placed.spec().mostMemory().value();
        });
        used.forEach((hostId, sums) -> problem.inventory().host(hostId).ifPresent(host -> {
            var others = problem.reservedElsewhere().get(hostId);
            full(hostId, "cpu", sums[0] + (others == null ? 0 : others.cpu().value()), host.cpu().value());
            full(hostId, "memory", sums[1] + (others == null ? 0 : others.memory().value()), host.memory().value());
            overcommitted(hostId, sums[3] + (others == null ? 0 : others.memory().value()), host.memory().value());
            full(hostId, "disk", sums[2] + (others == null ? 0 : others.diskBytes().value()), host.disk().value());
        }));
    }

    /** For other applications, only the reservation is known. */
    private void overcommitted(String hostId, long most, long offered) {
        if (offered > 0 && most > offered) {
            add(Severity.ADVICE, "memory-overcommitted", "Copies on host (" + hostId + ") may take more memory than it has: "
                    + new Bytes(most) + " of "
                    + new Bytes(offered) + ".", "lower the upper ends of their memory: if all take it at once, some of them end.");
        }
    }

    private void full(String hostId, String what, long used, long offered) {
        if (offered > 0 && used > FULL * offered) {
            add(Severity.ADVICE, "host-nearly-full", String.format(Locale.ROOT, "Host (%s) is nearly full: %.0f %% of its %s are reserved.",
                    hostId, 100.0 * used / offered, what), "add a host to its site: nothing that falls elsewhere fits here.");
        }
    }

    private void lookAt(TippingPoint point) {
        if (point.now() > 0 && Math.abs(point.limit() - point.now()) <= NEAR * point.now()) {
            add(Severity.WARNING, "decision-close", "The plan is sensitive to small changes: " + point + ".",
                    "evaluate it first: caravan whatif.");
        }
    }

    private void lookAt(Omissions left) {
        add(Severity.WARNING, "left-out", "The plan leaves parts out: "
                + String.join("; ", left.parts().stream().map(Object::toString).toList()) + ".",
                "add a host, reduce the requirements, or remove the components from the model.");
    }

    private void lookAtWhole() {
        if (report.certificate().known() && report.certificate().gap() > GAP) {
            add(Severity.ADVICE, "not-proved", "The plan is " + report.certificate() + ", no nearer proof was found.",
                    report.certificate().proof().isEmpty() ? "run an exact solver: caravan plan --prove."
                            : "plan once more after the next probe.");
        }
        problem.inventory().unobserved().forEach(host -> add(Severity.ADVICE, "host-not-considered",
                "Host (" + host.hostId() + ") was not considered: " + host.reason() + ".", "check the host, then plan again."));
    }

    /** Checks for uplinks whose egress costs more than all hosts together. */
    private static final class EgressLint {

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

    /** Checks the cost of a plan against its limits. */
    private static final class LimitLint {

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
                    : new Remark(Severity.WARNING, "limit-close", "The limit (" + limit.id() + ") is nearly reached: the plan costs "
                            + numbers,
                            "raise the limit, or find the largest cost: caravan whatif.");
        }
    }

    /**
     * Checks for paths with more traffic than their estimated throughput. An estimate never makes a plan infeasible, so only this check
     * reports it.
     */
    private static final class ThroughputLint {

        private ThroughputLint() {}

        static List<Remark> of(PlacementProblem problem, DeploymentPlan plan) {
            Map<PathId, Long> sent = new TreeMap<>();
            PathLoad.of(problem, plan).stream().filter(load -> !load.path().withinSite())
                    .forEach(load -> sent.merge(load.path(), load.rate().value(), Long::sum));
            LatencyModel latency = new LatencyModel(problem);
            List<Remark> remarks = new ArrayList<>();
            sent.forEach((path, rate) -> latency.known(path, false).filter(known -> !known.measured()).flatMap(known -> known.throughput())
                    .filter(guessed -> rate > guessed.value())
                    .ifPresent(guessed -> remarks.add(new Remark(Severity.WARNING, "throughput-guessed", "Requests send "
                            + new BitRate(rate)
                            + " by path (" + path
                            + "), which was never measured; its assumed throughput is " + guessed + ".",
                            "measure it: caravan probe --path \""
                            + path + "\"."))));
            return remarks;
        }
    }

    /**
     * Checks for access links that are nearly fully reserved, in both directions, and for reservations on uplinks without a declared rate.
     */
    private static final class UplinkLint {

        /** Fraction of a capacity that should not be exceeded. */
        private static final double FULL = 0.9;

        private UplinkLint() {}

        static List<Remark> of(PlacementProblem problem, DeploymentPlan plan) {
            Map<AccessLink, Long> reserved = new TreeMap<>();
            plan.bandwidth().stream().filter(one -> one.min().value() > 0)
                    .forEach(one -> reserved.merge(one.at(), one.min().value(), Long::sum));
            List<Remark> remarks = new ArrayList<>();
            reserved.forEach((at, own) -> {
                BitRate others = problem.uplinks().reservedElsewhere(at);
                long uplink = problem.infrastructure().site(at.siteId()).findIsp(at.ispId())
                        .flatMap(isp -> problem.uplinks().capacity(at, isp)).orElse(BitRate.ZERO).value();
                if (uplink == 0) {
                    remarks.add(new Remark(Severity.WARNING, "uplink-unknown", "Copies reserve " + new BitRate(own) + " of access link ("
                            + at
                            + "), whose bandwidth is not declared.", "declare it at the isp of the site: uplink 100 Mbit/s."));
                } else if (own + others.value() > FULL * uplink) {
                    remarks.add(new Remark(Severity.ADVICE, "uplink-nearly-full",
                            String.format(Locale.ROOT, "Access link (%s) is nearly full: %.0f %% of"
                            + " its uplink are reserved.", at, 100.0 * (own + others.value()) / uplink),
                            "reserve less, or let copies leave by another ISP."));
                }
            });
            remarks.addAll(inbound(problem, plan));
            return remarks;
        }

        /** Responses to callers, with those of other applications. An undeclared downlink does not limit them. */
        private static List<Remark> inbound(PlacementProblem problem, DeploymentPlan plan) {
            List<Remark> remarks = new ArrayList<>();
            plan.asOtherPlacements().stream().map(OtherPlacement::responses).reduce(ReservedResponses.NONE, ReservedResponses::plus)
                    .inbound().forEach((at, own) -> problem.infrastructure().site(at.siteId()).downlink(at.ispId()).ifPresent(downlink -> {
                        long reserved = own.value() + problem.uplinks().responsesElsewhere().into(at).value();
                        if (reserved > FULL * downlink.value()) {
                            remarks.add(new Remark(Severity.ADVICE, "downlink-nearly-full", String.format(Locale.ROOT,
                                    "Access link (%s) is nearly full: %.0f %% of its downlink are reserved for responses.", at,
                                    100.0 * reserved / downlink.value()),
                                    "reserve less for copies that are called from there, or let their callers use another ISP."));
                        }
                    }));
            return remarks;
        }
    }
}
