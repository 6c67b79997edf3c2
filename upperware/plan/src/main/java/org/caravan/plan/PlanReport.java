package org.caravan.plan;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import org.caravan.adapter.InstanceId;
import org.caravan.application.Limit;
import org.caravan.problem.RttStatistic;
import org.caravan.problem.Waiting;
import org.caravan.unit.Millis;
import org.caravan.unit.MonthlyCost;

/**
 * Why a plan is as it is. Text for a person is made by {@link PlanReportText}.
 *
 * @param limits that the cost is held against
 * @param watts electrical power that the plan adds; empty where that of a host in use is not known
 * @param leftOut what it does without; empty where the whole application is placed
 * @param egress what leaves sites by access links that ask money for it, which is part of the cost
 * @param utilities values of what plans are to make large
 * @param shared hosts that other applications are on, too: what they cost is not part of the cost
 */
public record PlanReport(
        MonthlyCost cost,
        Certificate certificate,
        List<RequestLatency> latencies,
        List<ConstraintScore> scores,
        List<InstanceReason> instances,
        List<TippingPoint> tippingPoints,
        List<String> notes,
        List<Limit> limits,
        Optional<Double> watts,
        Optional<LeftOut> leftOut,
        List<Egress> egress,
        List<UtilityFigure> utilities,
        List<HostShare> shared) {

    public PlanReport {
        // Reports kept by earlier versions have none of these.
        limits = limits == null ? List.of() : List.copyOf(limits);
        watts = watts == null ? Optional.empty() : watts;
        certificate = certificate == null ? Certificate.NONE : certificate;
        latencies = List.copyOf(latencies);
        scores = List.copyOf(scores);
        instances = List.copyOf(instances);
        tippingPoints = tippingPoints == null ? List.of() : List.copyOf(tippingPoints);
        notes = List.copyOf(notes);
        leftOut = leftOut == null ? Optional.empty() : leftOut;
        utilities = utilities == null ? List.of() : List.copyOf(utilities);
        egress = egress == null ? List.of() : List.copyOf(egress);
        shared = shared == null ? List.of() : List.copyOf(shared);
    }

    /** Of a plan that shares no host. */
    public PlanReport(MonthlyCost cost, Certificate certificate, List<RequestLatency> latencies, List<ConstraintScore> scores, List<InstanceReason> instances,
            List<TippingPoint> tippingPoints, List<String> notes, List<Limit> limits, Optional<Double> watts, Optional<LeftOut> leftOut, List<Egress> egress,
            List<UtilityFigure> utilities) {
        this(cost, certificate, latencies, scores, instances, tippingPoints, notes, limits, watts, leftOut, egress, utilities, List.of());
    }

    /** The same of a plan that shares these hosts with other applications. */
    public PlanReport withShared(List<HostShare> hosts) {
        return new PlanReport(cost, certificate, latencies, scores, instances, tippingPoints, notes, limits, watts, leftOut, egress, utilities, hosts);
    }

    /** The same of a plan that does without something: what is left of a request that is unserved is no latency of it. */
    public PlanReport without(LeftOut left) {
        List<RequestLatency> served = latencies.stream().filter(latency -> left.unserved().stream().noneMatch(unserved ->
                unserved.requestId().equals(latency.requestId()) && unserved.usersId().equals(latency.usersId()))).toList();
        return new PlanReport(cost, certificate, served, scores, instances, tippingPoints, notes, limits, watts, Optional.of(left), egress, utilities, shared);
    }

    /** The same with another certificate and more notes. */
    public PlanReport with(Certificate changed, List<String> more) {
        return new PlanReport(cost, changed, latencies, scores, instances, tippingPoints, Stream.concat(notes.stream(), more.stream()).toList(), limits, watts, leftOut,
                egress, utilities, shared);
    }

    /** Of which nobody looked for what would change it. */
    public PlanReport(MonthlyCost cost, Certificate certificate, List<RequestLatency> latencies, List<ConstraintScore> scores,
            List<InstanceReason> instances, List<String> notes) {
        this(cost, certificate, latencies, scores, instances, List.of(), notes);
    }

    /** Of a plan of the whole application, of which nobody knows limits or power. */
    public PlanReport(MonthlyCost cost, Certificate certificate, List<RequestLatency> latencies, List<ConstraintScore> scores,
            List<InstanceReason> instances, List<TippingPoint> tippingPoints, List<String> notes) {
        this(cost, certificate, latencies, scores, instances, tippingPoints, notes, List.of(), Optional.empty(), Optional.empty(), List.of(), List.of());
    }

    /**
     * What one request of one group of users takes, and the hops it consists of.
     *
     * @param p95 sum of the 95th percentiles of its hops, which is rather more than the 95th percentile of the sum
     * @param slos of this request; empty where nothing is promised
     * @param ofGoal whether a goal names the request
     */
    public record RequestLatency(
            String requestId,
            String usersId,
            Millis mean,
            Millis p95,
            List<SloLatency> slos,
            boolean ofGoal,
            List<HopLatency> hops) {

        public RequestLatency {
            slos = List.copyOf(slos);
            hops = List.copyOf(hops);
        }
    }

    /**
     * What of a request is held against the limit of an SLO.
     *
     * @param percentile above 0 and below 100
     * @param latency that must stay below the limit: the request's p99 for percentiles above 95, by paths of which it is known, its p95 by others and for those of
     *     90 and above, else its mean, with what was measured at the worse end of its confidence interval
     */
    public record SloLatency(String sloId, double percentile, Millis limit, Millis latency) {

        public boolean kept() {
            return latency.compareTo(limit) < 0;
        }

        /** {@code p95}, {@code p99.9}. */
        String percentileText() {
            return "p" + (percentile == Math.rint(percentile) ? Long.toString(Math.round(percentile)) : Double.toString(percentile));
        }

        /** What is held against the limit, where no other figure of the request says it; empty for the p95 that reports show. */
        String held() {
            return percentile == RttStatistic.SHOWN_TAIL ? "" : " " + Waiting.words(latency);
        }
    }

    /**
     * One hop: round trips × RTT + bytes / throughput + waiting.
     *
     * @param waiting mean time until a replica at its end serves it; empty where the component does not say what one can serve
     * @param basis which measurement it rests on, in words: samples and their age, of which way, or estimated
     */
    public record HopLatency(String from, String to, String path, double roundTrips, Millis rtt, Optional<Millis> waiting, Millis latency, String basis) {

        /** One whose end serves whatever comes. */
        public HopLatency(String from, String to, String path, double roundTrips, Millis rtt, Millis latency, String basis) {
            this(from, to, path, roundTrips, rtt, Optional.empty(), latency, basis);
        }
    }

    /**
     * @param name of the obligation or goal
     * @param level hard or soft
     * @param score 0 is perfect, negative is worse; soft ones in hundredths of 1 ms, 1 EUR/month or 1 W at weight 1
     * @param explanation of a soft one begins with its amount in ms, EUR/month or W
     */
    public record ConstraintScore(String name, String level, long score, String explanation) {}

    /**
     * Why here.
     *
     * @param because what decided, and what the runner-up would change in ms and EUR per month
     * @param runnerUp next best host, empty text where there is none
     * @param runnerUpPenalty how much worse the plan's soft score would be there, in points as of {@link ConstraintScore}
     * @param removed how many hosts each obligation removed, most frequent first: "insufficient memory on 3 hosts"
     */
    public record InstanceReason(
            InstanceId instance, String hostId, String because, String runnerUp, long runnerUpPenalty, List<String> removed) {}

    /**
     * A value at which the plan would be given up, all else as it is.
     *
     * @param what {@code RTT bergen.BKK/ipv4 <-> simula.Uninett/ipv4} or {@code price of cloud-large}
     * @param above whether it would be given up above the limit; else below
     * @param now what it is
     * @param unit of both: ms, EUR/month or EUR/GiB
     * @param effect what would change then: {@code frontend:1 moves to simula-1}
     */
    public record TippingPoint(String what, boolean above, double limit, double now, String unit, String effect) {

        /** For example {@code frontend:1 moves to simula-1 if price of cloud-large < 18.00 EUR/month (now 120.00)}. */
        @Override
        public String toString() {
            String number = unit.equals("ms") ? "%.1f" : unit.equals("EUR/GiB") ? "%.3f" : "%.2f";
            return String.format(Locale.ROOT, "%s if %s %s " + number + " %s (now " + number + ")",
                    effect, what, above ? ">" : "<", limit, unit, now);
        }
    }
}
