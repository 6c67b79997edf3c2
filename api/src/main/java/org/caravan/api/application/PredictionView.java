package org.caravan.api.application;

import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import java.util.Optional;

@Schema(name = "Prediction", description = "Prediction of a deployed plan for one request of one user group, beside what its router "
        + "measured while the plan was the target.")
public record PredictionView(
        @Schema(description = "Id of the plan.") String planId,
        @Schema(description = "Whether the plan is the current target.") boolean inForce,
        @Schema(description = "End of the measurement (ISO 8601, UTC).") Instant until,
        @Schema(description = "Parts of the predicted mean.") PartsView parts,
        @Schema(description = "Median of the last five minutes by the median since the deployment: RISING above 1.2, FALLING below 0.83, "
                + "otherwise STEADY; absent with fewer than 20 recent answers, or within ten minutes after the deployment.",
                example = "STEADY") Optional<Trend> trend,
        @Schema(description = "Median of the last five minutes, in ms, including entryMillis of request; absent unless measured.")
        Optional<Double> recentMedianMillis,
        @Schema(description = "Predicted and measured latencies.") RequestView request) {

    public enum Trend { RISING, STEADY, FALLING }

    @Schema(name = "PredictionParts", description = "Parts of a predicted mean latency, summed over the hops of the request.")
    public record PartsView(
            @Schema(description = "Round trips × RTT, in ms.", example = "36.0") double roundTripsMillis,
            @Schema(description = "Bytes by throughput, in ms; 0 where the throughput is unknown.", example = "5.2") double transferMillis,
            @Schema(description = "Service time of components, in ms, learned from measurements; absent if the plan knew none.",
                    example = "9.0")
            Optional<Double> serviceMillis,
            @Schema(description = "Service time in the predicted 95th percentile, in ms; absent like serviceMillis.", example = "21.5")
            Optional<Double> serviceP95Millis,
            @Schema(description = "Queueing delay at replicas, in ms; absent if no component on the way declares a capacity.")
            Optional<Double> queueingMillis) {}

    /** The same for a plan that is no longer the target. */
    public PredictionView asEarlier() {
        return new PredictionView(planId, false, until, parts, Optional.empty(), Optional.empty(), request);
    }

    /** Unique key for paging. */
    public String subject() {
        return planId + " " + request.subject();
    }
}
