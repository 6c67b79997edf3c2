package org.caravan.server.planning;

import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;
import java.util.Optional;
import org.caravan.plan.Certificate;
import org.caravan.plan.PlanReport;
import org.caravan.unit.Millis;

@Schema(name = "Report", description = "Why a plan is as it is.")
record ReportView(
        @Schema(description = "Price of all hosts in use that others do not pay already, and of egress, in cents of a euro per month.", example = "5200") long costCentsPerMonth,
        @Schema(description = "How far the plan is from the best possible at most.") Bound bound,
        @Schema(description = "What each request of each group of users takes.") List<Latency> latencies,
        @Schema(description = "Score per obligation and goal.") List<Score> scores,
        @Schema(description = "Why each instance is where it is.") List<Reason> instances,
        @Schema(description = "What would change the plan, all else as it is; absent in plans of earlier versions.") List<TippingPart> tippingPoints,
        @Schema(description = "What else a person should know, one sentence each.") List<String> notes,
        @Schema(description = "Limits that the price is held against.") List<LimitPart> limits,
        @Schema(description = "Electrical power that the plan adds, in W; absent where that of a host in use is not known.") Optional<Double> watts,
        @Schema(description = "What the plan does without; absent where the whole application is placed.") Optional<LeftOutView> leftOut,
        @Schema(description = "What leaves sites by access links that ask money for it; part of the price.") List<EgressPart> egress,
        @Schema(description = "Values of what plans are to make large.") List<UtilityPart> utilities,
        @Schema(description = "Hosts that other applications are on, too. The price counts none of what they cost: others pay it already.") List<SharedPart> shared) {

    @Schema(name = "SharedHost", description = "A host that other applications are on, too.")
    record SharedPart(
            @Schema(description = "Id of the host.", example = "cloud-1") String hostId,
            @Schema(description = "What it costs, in cents of a euro per month.", example = "4000") long costCentsPerMonth,
            @Schema(description = "The application's share of it by the size of what sits there, half by processor, half by memory; for information.", example = "1500")
                    long shareCentsPerMonth) {}

    @Schema(name = "Utility", description = "The value of a formula that plans are to make large.")
    record UtilityPart(
            @Schema(description = "The formula.", example = "1 / (1 + exp(slow))") String formula,
            @Schema(description = "Its weight.", example = "2.0") double weight,
            @Schema(description = "Its value; absent where it has none for this plan.", example = "0.83") Optional<Double> value,
            @Schema(description = "ms, EUR/month, or empty where it measures neither.") String unit,
            @Schema(description = "Value of where instances are now; absent where not all of them are anywhere.") Optional<Double> before) {}


    @Schema(name = "Egress", description = "What leaves a site by an access link in a month of 730 hours.")
    record EgressPart(
            @Schema(description = "Access link.", example = "ohio.Amazon") String accessLink,
            @Schema(description = "GiB in a month.", example = "41.2") double gibPerMonth,
            @Schema(description = "Price of a GiB, in EUR.", example = "0.09") double eurosPerGib,
            @Schema(description = "What it costs, in cents of a euro per month.", example = "371") long costCentsPerMonth) {}

    @Schema(name = "Limit", description = "What a plan may cost at most.")
    record LimitPart(
            @Schema(description = "Id of the limit.", example = "spend") String id,
            @Schema(description = "The most that is allowed, in cents of a euro per month.", example = "30000") long costCentsPerMonth) {}

    @Schema(name = "TippingPoint", description = "A value at which the plan would be given up.")
    record TippingPart(
            @Schema(description = "Which value.", example = "price of cloud-large") String what,
            @Schema(description = "Whether it would be given up above the limit; else below.") boolean above,
            @Schema(description = "The limit, in ms, EUR/month or EUR/GiB.", example = "18.0") double limit,
            @Schema(description = "What it is now, in the same unit.", example = "120.0") double now,
            @Schema(description = "ms, EUR/month or EUR/GiB.", example = "EUR/month") String unit,
            @Schema(description = "What would change then.", example = "frontend:1 moves to simula-1") String effect,
            @Schema(description = "The same in words.") String explanation) {}

    @Schema(name = "Bound", description = "What no placement can beat.")
    record Bound(
            @Schema(description = "Points of the plan by all goals, moves among them; less is better.") long points,
            @Schema(description = "Points that no placement can stay below; -1 where nobody reckoned it.") long bound,
            @Schema(description = "Part of the points that another placement could save at most, 0 to 1.", example = "0.006") double gap,
            @Schema(description = "The same in words.", example = "within 0.6 % of the best possible by its goals") String explanation,
            @Schema(description = "What an exact solver said; absent where nobody asked it.") Optional<ProofPart> proof) {}

    @Schema(name = "Proof", description = "What an exact solver said of a plan.")
    record ProofPart(
            @Schema(description = "Its name.", example = "CP-SAT") String solver,
            @Schema(description = "Seconds that it took, by the clock; 0 where it was not asked.", example = "3.2") double seconds,
            @Schema(description = "Bound that is known without it; -1 where there is none.") long boundByRelaxation,
            @Schema(description = "Points by which a placement that it found is better than the one of the search, which it takes the place of; else 0.") long gained,
            @Schema(description = "What a person should know beside it, one sentence each: why it was not asked, what it was not told.") List<String> remarks) {}

    @Schema(name = "RequestLatency", description = "What one request of one group of users takes.")
    record Latency(
            @Schema(description = "Id of the request.", example = "home") String requestId,
            @Schema(description = "Id of the group of users.", example = "bergen") String usersId,
            @Schema(description = "Mean, in ms.", example = "41.2") double meanMillis,
            @Schema(description = "Sum of the hops' 95th percentiles, in ms.", example = "48.9") double p95Millis,
            @Schema(description = "SLOs on this request; empty where nothing is promised.") List<SloPart> slos,
            @Schema(description = "Whether a goal names the request.") boolean ofGoal,
            @Schema(description = "The hops it consists of, in order.") List<HopPart> hops) {}

    @Schema(name = "SloLatency", description = "What of a request is held against the limit of an SLO.")
    record SloPart(
            @Schema(description = "Id of the SLO.", example = "fast") String sloId,
            @Schema(description = "Percentile of latencies, above 0 and below 100.", example = "95") double percentile,
            @Schema(description = "Limit that it must stay below, in ms.", example = "120") double limitMillis,
            @Schema(description = "What is held against the limit, in ms: of paths the mean for percentiles below 90, the 95th percentile up to 95, above it the 99th"
                    + " where it is known, else the 95th, which a note says.") double latencyMillis,
            @Schema(description = "Whether it stays below the limit.") boolean kept) {}

    @Schema(name = "HopLatency", description = "One hop: round trips × RTT + bytes / throughput + waiting.")
    record HopPart(
            @Schema(description = "Component that asks, or users.", example = "frontend") String from,
            @Schema(description = "Component that answers.", example = "catalogue") String to,
            @Schema(description = "Network path in words.") String path,
            @Schema(description = "Round trips: (turns + 1) / 2.", example = "5") double roundTrips,
            @Schema(description = "Round-trip time of the path, in ms.") double rttMillis,
            @Schema(description = "Mean time until a replica serves it, in ms; 86400000 where more comes than is served; absent where no capacity is said.")
                    Optional<Double> waitingMillis,
            @Schema(description = "What the hop takes, waiting included, in ms.") double latencyMillis,
            @Schema(description = "Which measurement it rests on.") String basis) {}

    @Schema(name = "ConstraintScore", description = "How well one obligation or goal is met.")
    record Score(
            @Schema(description = "Name of the obligation or goal.") String name,
            @Schema(description = "hard or soft.") String level,
            @Schema(description = "0 is perfect, negative is worse; of goals in hundredths of 1 ms or 1 EUR/month at weight 1.") long score,
            @Schema(description = "In words for a person.") String explanation) {}

    @Schema(name = "InstanceReason", description = "Why an instance is on its host.")
    record Reason(
            @Schema(description = "Component and number.", example = "frontend:1") String instance,
            @Schema(description = "Id of the chosen host.") String hostId,
            @Schema(description = "What decided, and what the next best host would change, in words for a person.") String because,
            @Schema(description = "Id of the next best host; empty where there is none.") String runnerUp,
            @Schema(description = "How much worse the plan's soft score would be there, in hundredths of 1 ms or 1 EUR/month at weight 1.") long runnerUpPenalty,
            @Schema(description = "How many hosts each obligation removed, most frequent first.") List<String> removed) {}

    static ReportView of(PlanReport report) {
        return new ReportView(report.cost().value(), of(report.certificate()),
                report.latencies().stream().map(ReportView::of).toList(),
                report.scores().stream()
                        .map(score -> new Score(score.name(), score.level(), score.score(), score.explanation())).toList(),
                report.instances().stream()
                        .map(reason -> new Reason(reason.instance().toString(), reason.hostId(), reason.because(),
                                reason.runnerUp(), reason.runnerUpPenalty(), reason.removed())).toList(),
                report.tippingPoints().stream()
                        .map(point -> new TippingPart(point.what(), point.above(), point.limit(), point.now(), point.unit(), point.effect(),
                                point.toString())).toList(),
                report.notes(),
                report.limits().stream().map(limit -> new LimitPart(limit.id(), limit.most().value())).toList(),
                report.watts(),
                report.leftOut().map(LeftOutView::of),
                report.egress().stream().map(one ->
                        new EgressPart(one.at().toString(), one.gib(), one.price().value() / 1e6, one.cost().value())).toList(),
                report.utilities().stream().map(one -> new UtilityPart(one.formula(), one.weight(), number(one.value()), one.unit(),
                        one.before().flatMap(ReportView::number))).toList(),
                report.shared().stream().map(host -> new SharedPart(host.hostId(), host.whole().value(), host.share().value())).toList());
    }

    /** Empty for NaN and infinity, which JSON cannot represent. */
    private static Optional<Double> number(double value) {
        return Double.isFinite(value) ? Optional.of(value) : Optional.empty();
    }

    private static Bound of(Certificate certificate) {
        return new Bound(certificate.points(), certificate.bound(), certificate.gap(), certificate.toString(), certificate.proof().map(proof ->
                new ProofPart(proof.solver(), proof.seconds(), proof.relaxed(), proof.gained(), certificate.remarks())));
    }

    private static Latency of(PlanReport.RequestLatency latency) {
        return new Latency(latency.requestId(), latency.usersId(), latency.mean().value(), latency.p95().value(),
                latency.slos().stream()
                        .map(slo -> new SloPart(slo.sloId(), slo.percentile(), slo.limit().value(), slo.latency().value(),
                                slo.kept())).toList(),
                latency.ofGoal(),
                latency.hops().stream()
                        .map(hop -> new HopPart(hop.from(), hop.to(), hop.path(), hop.roundTrips(), hop.rtt().value(), hop.waiting().map(Millis::value),
                                hop.latency().value(), hop.basis())).toList());
    }
}
