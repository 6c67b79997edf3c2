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
            @Schema(description = "Service time that the hops of the model declare, in ms; absent if none does.", example = "12.0")
            Optional<Double> declaredServiceMillis,
            @Schema(description = "The same in the predicted 95th percentile, in ms; absent like declaredServiceMillis.", example = "20.0")
            Optional<Double> declaredServiceP95Millis,
            @Schema(description = "Service time of components beyond the declared one, in ms, learned from measurements; absent if the "
                    + "plan knew none.",
                    example = "9.0")
            Optional<Double> serviceMillis,
            @Schema(description = "Service time in the predicted 95th percentile, in ms; absent like serviceMillis.", example = "21.5")
            Optional<Double> serviceP95Millis,
            @Schema(description = "Queueing delay at replicas, in ms; absent if no component on the way declares a capacity.")
            Optional<Double> queueingMillis) {

        public PartsView {
            // Null in predictions stored by earlier versions.
            declaredServiceMillis = declaredServiceMillis == null ? Optional.empty() : declaredServiceMillis;
            declaredServiceP95Millis = declaredServiceP95Millis == null ? Optional.empty() : declaredServiceP95Millis;
        }

        /** Without declared service times. */
        public PartsView(double roundTripsMillis, double transferMillis, Optional<Double> serviceMillis, Optional<Double> serviceP95Millis,
                Optional<Double> queueingMillis) {
            this(roundTripsMillis, transferMillis, Optional.empty(), Optional.empty(), serviceMillis, serviceP95Millis, queueingMillis);
        }

        /** Declared and learned service time in the mean, in ms; empty if both are. */
        public Optional<Double> wholeServiceMillis() {
            return serviceMillis.isEmpty() ? declaredServiceMillis
                    : Optional.of(declaredServiceMillis.orElse(0.0) + serviceMillis.get());
        }
    }

    /** The same for a plan that is no longer the target. */
    public PredictionView asEarlier() {
        return new PredictionView(planId, false, until, parts, Optional.empty(), Optional.empty(), request);
    }

    /** Unique key for paging. */
    public String subject() {
        return planId + " " + request.subject();
    }
}
