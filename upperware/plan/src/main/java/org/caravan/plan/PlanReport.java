package org.caravan.plan;

import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import org.caravan.adapter.InstanceId;
import org.caravan.application.Hop;
import org.caravan.application.Limit;
import org.caravan.problem.QueueingDelay;
import org.caravan.problem.RttStatistic;
import org.caravan.problem.ServiceTime;
import org.caravan.unit.Millis;
import org.caravan.unit.MonthlyCost;

/**
 * Report that explains a plan. {@code PlanReportText} creates its text.
 *
 * @param limits cost limits
 * @param watts additional electrical power; empty if that of a host in use is unknown
 * @param leftOut omissions; empty if the whole application is placed
 * @param egress egress on uplinks with an egress price, part of the cost
 * @param utilities values of the utilities to maximise
 * @param shared hosts also used by other applications; their price is not part of the cost
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
        Optional<Omissions> leftOut,
        List<Egress> egress,
        List<UtilityFigure> utilities,
        List<CostAllocation> shared) {

    public PlanReport {
        // Null in reports stored by earlier versions.
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

    /** Report of a plan without shared hosts. */
    public PlanReport(MonthlyCost cost, Certificate certificate, List<RequestLatency> latencies, List<ConstraintScore> scores,
            List<InstanceReason> instances,
            List<TippingPoint> tippingPoints, List<String> notes, List<Limit> limits, Optional<Double> watts, Optional<Omissions> leftOut,
                    List<Egress> egress,
            List<UtilityFigure> utilities) {
        this(cost, certificate, latencies, scores, instances, tippingPoints, notes, limits, watts, leftOut, egress, utilities, List.of());
    }

    /** The same with hosts shared with other applications. */
    public PlanReport withShared(List<CostAllocation> hosts) {
        return new PlanReport(cost, certificate, latencies, scores, instances, tippingPoints, notes, limits, watts, leftOut, egress,
                utilities, hosts);
    }

    /** The same with omissions; latencies of unserved requests are removed. */
    public PlanReport without(Omissions left) {
        List<RequestLatency> served = latencies.stream().filter(latency -> left.unserved().stream().noneMatch(unserved ->
                unserved.requestId().equals(latency.requestId()) && unserved.usersId().equals(latency.usersId()))).toList();
        return new PlanReport(cost, certificate, served, scores, instances, tippingPoints, notes, limits, watts, Optional.of(left), egress,
                utilities, shared);
    }

    /** The same with another certificate and more remarks. */
    public PlanReport with(Certificate changed, List<String> more) {
        return new PlanReport(cost, changed, latencies, scores, instances, tippingPoints,
                Stream.concat(notes.stream(), more.stream()).toList(), limits, watts, leftOut,
                egress, utilities, shared);
    }

    /** Report without sensitivity analysis. */
    public PlanReport(MonthlyCost cost, Certificate certificate, List<RequestLatency> latencies, List<ConstraintScore> scores,
            List<InstanceReason> instances, List<String> notes) {
        this(cost, certificate, latencies, scores, instances, List.of(), notes);
    }

    /** Report of a plan of the whole application, without limits and power. */
    public PlanReport(MonthlyCost cost, Certificate certificate, List<RequestLatency> latencies, List<ConstraintScore> scores,
            List<InstanceReason> instances, List<TippingPoint> tippingPoints, List<String> notes) {
        this(cost, certificate, latencies, scores, instances, tippingPoints, notes, List.of(), Optional.empty(), Optional.empty(),
                List.of(), List.of());
    }

    /**
     * Latency of one request of one group of users, with its hops.
     *
     * @param p95 sum of the 95th percentiles of its hops, which overestimates the 95th percentile of the sum
     * @param slos SLOs of this request; can be empty
     * @param ofGoal whether a goal refers to the request
     * @param service learned service time, part of mean and p95; empty if none is known
     * @param p50 median on the exponential tail through mean and p95; empty in reports stored by earlier versions
     */
    public record RequestLatency(
            String requestId,
            String usersId,
            Millis mean,
            Millis p95,
            List<SloLatency> slos,
            boolean ofGoal,
            List<HopLatency> hops,
            Optional<ServiceTime> service,
            Optional<Millis> p50) {

        /** Without a service time. */
        public RequestLatency(String requestId, String usersId, Millis mean, Millis p95, List<SloLatency> slos, boolean ofGoal,
                List<HopLatency> hops) {
            this(requestId, usersId, mean, p95, slos, ofGoal, hops, Optional.empty());
        }

        /** Of current knowledge: the median follows from mean and p95. */
        public RequestLatency(String requestId, String usersId, Millis mean, Millis p95, List<SloLatency> slos, boolean ofGoal,
                List<HopLatency> hops, Optional<ServiceTime> service) {
            this(requestId, usersId, mean, p95, slos, ofGoal, hops, service, median(mean, p95));
        }

        /** Empty if the latency is unbounded. Of hops made in parallel or cached, the p95 can be below the mean, which then has no tail. */
        private static Optional<Millis> median(Millis mean, Millis p95) {
            return QueueingDelay.isWithoutEnd(mean.value()) || QueueingDelay.isWithoutEnd(p95.value()) ? Optional.empty()
                    : Optional.of(new Hop.Service(mean, Collections.max(List.of(mean, p95))).median());
        }

        /** Service time that the hops declare, summed over them; empty if none does. */
        public Optional<Hop.Service> declaredService() {
            return hops.stream().flatMap(hop -> hop.service().stream().map(service ->
                    new Hop.Service(service.mean().times(hop.meanPart()), Collections.max(List.of(service.mean().times(hop.meanPart()),
                            service.p95().times(hop.tailPart()))))))
                    .reduce((one, other) -> new Hop.Service(one.mean().plus(other.mean()), one.p95().plus(other.p95())));
        }

        public RequestLatency {
            // Null in reports stored by earlier versions.
            service = service == null ? Optional.empty() : service;
            p50 = p50 == null ? Optional.empty() : p50;
            slos = List.copyOf(slos);
            hops = List.copyOf(hops);
        }
    }

    /**
     * Latency of a request compared with the limit of an SLO.
     *
     * @param percentile above 0 and below 100
     * @param latency must be below the limit. For percentiles above 95: the p99 on paths with a known p99, otherwise the p95. For 90 to
     * 95: the p95. Below 90: the mean. Measurements count at the worse end of their confidence interval
     */
    public record SloLatency(String sloId, double percentile, Millis limit, Millis latency) {

        public boolean kept() {
            return latency.compareTo(limit) < 0;
        }

        /** For example {@code p95} or {@code p99.9}. */
        public String percentileText() {
            return "p" + (percentile == Math.rint(percentile) ? Long.toString(Math.round(percentile)) : Double.toString(percentile));
        }

        /** Latency compared with the limit, unless another figure of the request shows it; empty for the p95 shown in reports. */
        public String held() {
            return percentile == RttStatistic.SHOWN_TAIL ? "" : " " + QueueingDelay.words(latency);
        }
    }

    /**
     * One hop: round trips × RTT + bytes / throughput + queueing delay + service time.
     *
     * @param roundTrips of the mean, including those that messages above the initial window of TCP take in addition
     * @param waiting mean queueing delay until a replica at its end serves the request; empty if the component declares no capacity
     * @param service declared service time; empty if the hop declares none
     * @param latency mean, including queueing delay and service time, of a request that makes the hop
     * @param share of it that is part of the request's mean, 0 to 1: 0 if the answer does not wait for it, below 1 if a cache answers some
     * requests, or another hop at the same time is slower; empty is 1
     * @param tailShare of its 95th percentile that is part of the request's, 0 or 1; empty is 1
     * @param basis text on the source of the metrics: samples with age and direction, or estimated
     */
    public record HopLatency(String from, String to, String path, double roundTrips, Millis rtt, Optional<Millis> waiting,
            Optional<Hop.Service> service, Millis latency, Optional<Double> share, Optional<Double> tailShare, String basis) {

        public HopLatency {
            // Null in reports stored by earlier versions.
            share = share == null ? Optional.empty() : share.filter(part -> part != 1);
            tailShare = tailShare == null ? Optional.empty() : tailShare.filter(part -> part != 1);
            service = service == null ? Optional.empty() : service;
        }

        /** The same with other shares. */
        public HopLatency counting(double mean, double tail) {
            return new HopLatency(from, to, path, roundTrips, rtt, waiting, service, latency, Optional.of(mean), Optional.of(tail), basis);
        }

        /** Hop to a component without a declared capacity and without a service time. */
        public HopLatency(String from, String to, String path, double roundTrips, Millis rtt, Millis latency, String basis) {
            this(from, to, path, roundTrips, rtt, Optional.empty(), Optional.empty(), latency, Optional.empty(), Optional.empty(), basis);
        }

        /** Share of the latency that is part of the request's mean, 0 to 1. */
        public double meanPart() {
            return share.orElse(1.0);
        }

        /** Share of the 95th percentile that is part of the request's, 0 or 1. */
        public double tailPart() {
            return tailShare.orElse(1.0);
        }
    }

    /**
     * @param name of the constraint or goal
     * @param level hard or soft
     * @param score 0 is perfect, negative is worse; soft scores in hundredths of 1 ms, 1 EUR/month or 1 W at weight 1
     * @param explanation of a soft score begins with its amount in ms, EUR/month or W
     */
    public record ConstraintScore(String name, String level, long score, String explanation) {}

    /**
     * Reason for the host of an instance.
     *
     * @param because the decisive difference, and the changes on the runner-up in ms and EUR per month
     * @param runnerUp next best host, empty text if there is none
     * @param runnerUpPenalty by how much the soft score would be worse there, in points as in {@link ConstraintScore}
     * @param removed number of hosts excluded by each obligation, most frequent first: "insufficient memory on 3 hosts"
     */
    public record InstanceReason(
            InstanceId instance, String hostId, String because, String runnerUp, long runnerUpPenalty, List<String> removed) {}

    /**
     * Value at which the plan would be replaced if nothing else changes.
     *
     * @param what {@code RTT bergen.BKK/ipv4 <-> simula.Uninett/ipv4} or {@code price of cloud-large}
     * @param above whether values above the limit replace the plan; otherwise values below it
     * @param now current value
     * @param unit of both: ms, EUR/month or EUR/GiB
     * @param effect resulting change: {@code frontend:1 moves to simula-1}
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
