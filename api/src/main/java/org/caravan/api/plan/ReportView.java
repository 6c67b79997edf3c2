package org.caravan.api.plan;

import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;
import java.util.Optional;

@Schema(name = "Report", description = "Reasons for a plan.")
public record ReportView(
        @Schema(description = "Price of all hosts in use that no other application uses, and of egress, in euro cents per month.",
                example = "5200") long costCentsPerMonth,
        @Schema(description = "Upper limit of the distance of the plan from the optimum.") Bound bound,
        @Schema(description = "Latency of each request of each user group.") List<Latency> latencies,
        @Schema(description = "Score per constraint and objective.") List<Score> scores,
        @Schema(description = "Reason for the placement of each instance.") List<Reason> instances,
        @Schema(description = "Tipping points: values at which the plan changes, everything else being equal; absent in plans of "
                + "earlier versions.") List<TippingPart> tippingPoints,
        @Schema(description = "Further notes, one sentence each.") List<String> notes,
        @Schema(description = "Cost limits and the price compared with them.") List<LimitPart> limits,
        @Schema(description = "Additional electrical power of the plan, in W; absent if the power of a host in use is unknown.")
        Optional<Double> watts,
        @Schema(description = "Parts that the plan leaves out; absent if the whole application is placed.") Optional<LeftOutView> leftOut,
        @Schema(description = "Egress over access links with a price; part of the total price.") List<EgressPart> egress,
        @Schema(description = "Values of the utility functions that plans maximise.") List<UtilityPart> utilities,
        @Schema(description = "Hosts that other applications use, too. Their cost is not part of the price, because other applications "
                + "already pay it.") List<SharedPart> shared) {

    @Schema(name = "SharedHost", description = "A host that other applications use, too.")
    public record SharedPart(
            @Schema(description = "Id of the host.", example = "cloud-1") String hostId,
            @Schema(description = "Cost, in euro cents per month.", example = "4000") long costCentsPerMonth,
            @Schema(description = "The application's share of the cost by size of its instances, half by processor, half by memory; for "
                    + "information only.", example = "1500")
                    long shareCentsPerMonth) {}

    @Schema(name = "Utility", description = "Value of a utility function that plans maximise.")
    public record UtilityPart(
            @Schema(description = "Formula.", example = "1 / (1 + exp(slow))") String formula,
            @Schema(description = "Weight.", example = "2.0") double weight,
            @Schema(description = "Value for this plan; absent if undefined.", example = "0.83") Optional<Double> value,
            @Schema(description = "Unit: ms, EUR/month, or empty if neither applies.") String unit,
            @Schema(description = "Value for the current placement; absent if some instances are not placed.") Optional<Double> before) {}


    @Schema(name = "Egress", description = "Egress of a site over an access link, in a month of 730 hours.")
    public record EgressPart(
            @Schema(description = "Access link.", example = "ohio.Amazon") String accessLink,
            @Schema(description = "Volume, in GiB per month.", example = "41.2") double gibPerMonth,
            @Schema(description = "Price per GiB, in EUR.", example = "0.09") double eurosPerGib,
            @Schema(description = "Cost, in euro cents per month.", example = "371") long costCentsPerMonth,
            @Schema(description = "Egress above the quota of the access link; absent if it has no quota with a price.")
            Optional<AbovePart> above) {

        /** Reports of earlier versions have no quotas with a price. */
        public EgressPart {
            above = above == null ? Optional.empty() : above;
        }
    }

    @Schema(name = "EgressAboveQuota", description = "Egress over an access link above its quota, in a month of 730 hours.")
    public record AbovePart(
            @Schema(description = "Egress before the higher price, in GiB per month.", example = "93.1") double freeGibPerMonth,
            @Schema(description = "Volume above it, in GiB per month; 0 if the quota suffices.", example = "48.1") double gibPerMonth,
            @Schema(description = "Price of each GiB above it, in EUR.", example = "0.09") double eurosPerGib) {}

    @Schema(name = "Limit", description = "Upper limit of the cost of a plan.")
    public record LimitPart(
            @Schema(description = "Id of the limit.", example = "spend") String id,
            @Schema(description = "Limit, in euro cents per month.", example = "30000") long costCentsPerMonth) {}

    @Schema(name = "TippingPoint", description = "Tipping point: a value at which another plan becomes better.")
    public record TippingPart(
            @Schema(description = "Quantity.", example = "price of cloud-large") String what,
            @Schema(description = "true: the plan changes above the limit; false: below it.") boolean above,
            @Schema(description = "Limit, in ms, EUR/month or EUR/GiB.", example = "18.0") double limit,
            @Schema(description = "Current value, in the same unit.", example = "120.0") double now,
            @Schema(description = "Unit: ms, EUR/month or EUR/GiB.", example = "EUR/month") String unit,
            @Schema(description = "Resulting change.", example = "frontend:1 moves to simula-1") String effect,
            @Schema(description = "The same, human-readable.") String explanation) {}

    @Schema(name = "Bound", description = "Optimality certificate: lower bound on the points of any placement.")
    public record Bound(
            @Schema(description = "Points of the plan over all objectives, including moves; lower is better.") long points,
            @Schema(description = "Lower bound on the points of any placement; -1 if not computed.") long bound,
            @Schema(description = "Upper limit of the relative gap to the optimum, 0 to 1.", example = "0.006") double gap,
            @Schema(description = "The same, human-readable.", example = "within 0.6 % of the best possible by its goals")
            String explanation,
            @Schema(description = "Result of an exact solver; absent if not requested.") Optional<ProofPart> proof) {}

    @Schema(name = "Proof", description = "Result of an exact solver for a plan.")
    public record ProofPart(
            @Schema(description = "Name.", example = "CP-SAT") String solver,
            @Schema(description = "Wall-clock time of the solver, in s; 0 if it did not run.", example = "3.2") double seconds,
            @Schema(description = "Lower bound that is known without the solver; -1 if there is none.") long boundByRelaxation,
            @Schema(description = "Points by which the solver's placement improves on that of the search and replaces it; otherwise 0.")
            long gained,
            @Schema(description = "Further notes, one sentence each: why the solver did not run, what its model omits.")
            List<String> remarks) {}

    @Schema(name = "RequestLatency", description = "Latency of one request of one user group.")
    public record Latency(
            @Schema(description = "Id of the request.", example = "home") String requestId,
            @Schema(description = "Id of the user group.", example = "bergen") String usersId,
            @Schema(description = "Mean, in ms.", example = "41.2") double meanMillis,
            @Schema(description = "Sum of the hops' 95th percentiles, in ms.", example = "48.9") double p95Millis,
            @Schema(description = "SLOs on this request; empty if there are none.") List<SloPart> slos,
            @Schema(description = "Whether an objective names the request.") boolean ofGoal,
            @Schema(description = "Hops of the request, in order.") List<HopPart> hops,
            @Schema(description = "Learned service time, part of both latencies; absent if none is known.")
            Optional<ServicePart> service,
            @Schema(description = "Median on the exponential tail through mean and 95th percentile, in ms; absent in plans of earlier "
                    + "versions, and if the latency is unbounded.", example = "40.0") Optional<Double> p50Millis) {

        /** Plans of earlier versions have no median. */
        public Latency {
            p50Millis = p50Millis == null ? Optional.empty() : p50Millis;
        }

        /** Without a median. */
        public Latency(String requestId, String usersId, double meanMillis, double p95Millis, List<SloPart> slos, boolean ofGoal,
                List<HopPart> hops, Optional<ServicePart> service) {
            this(requestId, usersId, meanMillis, p95Millis, slos, ofGoal, hops, service, Optional.empty());
        }
    }

    @Schema(name = "LearnedServiceTime", description = "Service time of a request, learned from measurements: what routers measured beyond "
            + "the time that an earlier plan predicted for paths and queues.")
    public record ServicePart(
            @Schema(description = "Part of the mean, in ms.", example = "9.0") double meanMillis,
            @Schema(description = "Part of the 95th percentile, in ms.", example = "21.5") double p95Millis,
            @Schema(description = "Number of answers behind it.", example = "1200") long answers) {}

    @Schema(name = "SloLatency", description = "Latency that is compared with the limit of an SLO.")
    public record SloPart(
            @Schema(description = "Id of the SLO.", example = "fast") String sloId,
            @Schema(description = "Percentile of latencies, above 0 and below 100.", example = "95") double percentile,
            @Schema(description = "Upper limit of the SLO, in ms (exclusive).", example = "120") double limitMillis,
            @Schema(description = "Value that is compared with the limit, in ms. For paths: the mean for percentiles below 90, the 95th "
                    + "percentile up to 95, and the 99th percentile above it, or the 95th with a note if the 99th is unknown.")
                            double latencyMillis,
            @Schema(description = "Whether the value is below the limit.") boolean kept) {}

    @Schema(name = "HopLatency", description = "One hop: round trips × RTT + bytes / throughput + queueing delay + service time.")
    public record HopPart(
            @Schema(description = "Requesting component, or users.", example = "frontend") String from,
            @Schema(description = "Responding component.", example = "catalogue") String to,
            @Schema(description = "Network path, human-readable.") String path,
            @Schema(description = "Round trips: (turns + 1) / 2, and those of TCP's slow start.", example = "5") double roundTrips,
            @Schema(description = "Round-trip time of the path, in ms.") double rttMillis,
            @Schema(description = "Mean queueing delay at a replica, in ms; 86400000 if the arrival rate exceeds the capacity; absent "
                    + "if the model gives no capacity.")
                    Optional<Double> waitingMillis,
            @Schema(description = "Mean service time that the model declares, in ms; absent if it declares none.", example = "4.0")
            Optional<Double> serviceMillis,
            @Schema(description = "95th percentile of this service time, in ms; absent like serviceMillis.", example = "9.0")
            Optional<Double> serviceP95Millis,
            @Schema(description = "Latency of the hop including queueing delay and service time, in ms, for a request that makes it.")
            double latencyMillis,
            @Schema(description = "Share of this latency that is part of the mean of the request, 0 to 1: 0 if the answer does not wait "
                    + "for the hop; below 1 if a cache answers some requests or another hop at the same time is slower; absent if 1.",
                    example = "0.1") Optional<Double> share,
            @Schema(description = "Share of the 95th percentile of the hop that is part of that of the request, 0 or 1; absent if 1.",
                    example = "0") Optional<Double> tailShare,
            @Schema(description = "Measurement on which the latency is based.") String basis) {

        /** Plans of earlier versions have no shares. */
        public HopPart {
            share = share == null ? Optional.empty() : share;
            tailShare = tailShare == null ? Optional.empty() : tailShare;
        }

        /** Share of the latency that is part of the mean of the request, 0 to 1. */
        public double meanPart() {
            return share.orElse(1.0);
        }

        /** Share of the 95th percentile that is part of that of the request, 0 or 1. */
        public double tailPart() {
            return tailShare.orElse(1.0);
        }
    }

    @Schema(name = "ConstraintScore", description = "Score of one constraint or objective.")
    public record Score(
            @Schema(description = "Name of the constraint or objective.") String name,
            @Schema(description = "hard or soft.") String level,
            @Schema(description = "0 is best, negative is worse; for objectives in hundredths of 1 ms or 1 EUR/month at weight 1.")
            long score,
            @Schema(description = "Explanation, human-readable.") String explanation) {}

    @Schema(name = "InstanceReason", description = "Reason for the placement of an instance.")
    public record Reason(
            @Schema(description = "Component and number.", example = "frontend:1") String instance,
            @Schema(description = "Id of the chosen host.") String hostId,
            @Schema(description = "Deciding criterion, and the difference to the next best host, human-readable.") String because,
            @Schema(description = "Id of the next best host; empty if there is none.") String runnerUp,
            @Schema(description = "Decrease of the plan's soft score on that host, in hundredths of 1 ms or 1 EUR/month at weight 1.")
            long runnerUpPenalty,
            @Schema(description = "Number of hosts that each constraint excluded, largest first.") List<String> removed) {}
}
