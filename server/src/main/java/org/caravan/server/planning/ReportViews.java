package org.caravan.server.planning;

import java.util.Optional;
import org.caravan.api.plan.ReportView;
import org.caravan.plan.Certificate;
import org.caravan.plan.Egress;
import org.caravan.plan.PlanReport;
import org.caravan.unit.Millis;

/** Converts reports of plans into answers of REST. */
final class ReportViews {

    private ReportViews() {}

    static ReportView of(PlanReport report) {
        return new ReportView(report.cost().value(), of(report.certificate()),
                report.latencies().stream().map(ReportViews::of).toList(),
                report.scores().stream()
                        .map(score -> new ReportView.Score(score.name(), score.level(), score.score(), score.explanation())).toList(),
                report.instances().stream()
                        .map(reason -> new ReportView.Reason(reason.instance().toString(), reason.hostId(), reason.because(),
                                reason.runnerUp(), reason.runnerUpPenalty(), reason.removed())).toList(),
                report.tippingPoints().stream()
                        .map(point -> new ReportView.TippingPart(point.what(), point.above(), point.limit(), point.now(), point.unit(),
                                point.effect(), point.toString())).toList(),
                report.notes(),
                report.limits().stream().map(limit -> new ReportView.LimitPart(limit.id(), limit.most().value())).toList(),
                report.watts(),
                report.leftOut().map(PlanViews::of),
                report.egress().stream().map(ReportViews::of).toList(),
                report.utilities().stream().map(one -> new ReportView.UtilityPart(one.formula(), one.weight(), number(one.value()),
                        one.unit(), one.before().flatMap(ReportViews::number))).toList(),
                report.shared().stream()
                        .map(host -> new ReportView.SharedPart(host.hostId(), host.whole().value(), host.share().value())).toList());
    }

    private static ReportView.EgressPart of(Egress egress) {
        return new ReportView.EgressPart(egress.at().toString(), egress.gib(), egress.price().value() / 1e6, egress.cost().value(),
                egress.above().map(above -> new ReportView.AbovePart(above.freeGib(), above.gib(),
                        above.quota().price().orElse(egress.price()).value() / 1e6)));
    }

    /** Empty for NaN and infinity, which JSON cannot represent. */
    private static Optional<Double> number(double value) {
        return Double.isFinite(value) ? Optional.of(value) : Optional.empty();
    }

    private static ReportView.Bound of(Certificate certificate) {
        return new ReportView.Bound(certificate.points(), certificate.bound(), certificate.gap(), certificate.toString(),
                certificate.proof().map(proof ->
                new ReportView.ProofPart(proof.solver(), proof.seconds(), proof.relaxed(), proof.gained(), certificate.remarks())));
    }

    private static ReportView.Latency of(PlanReport.RequestLatency latency) {
        return new ReportView.Latency(latency.requestId(), latency.usersId(), latency.mean().value(), latency.p95().value(),
                latency.slos().stream()
                        .map(slo -> new ReportView.SloPart(slo.sloId(), slo.percentile(), slo.limit().value(), slo.latency().value(),
                                slo.kept())).toList(),
                latency.ofGoal(),
                latency.hops().stream()
                        .map(hop -> new ReportView.HopPart(hop.from(), hop.to(), hop.path(), hop.roundTrips(), hop.rtt().value(),
                                hop.waiting().map(Millis::value),
                                hop.service().map(service -> service.mean().value()), hop.service().map(service -> service.p95().value()),
                                hop.latency().value(), hop.share(), hop.tailShare(), hop.basis())).toList(),
                latency.service().map(service -> new ReportView.ServicePart(service.mean().value(), service.p95().value(),
                        service.answers())), latency.p50().map(Millis::value));
    }
}
