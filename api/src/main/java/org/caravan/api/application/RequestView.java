package org.caravan.api.application;

import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import java.util.Optional;

@Schema(name = "MeasuredRequest", description = "One request of one user group: the prediction of the target plan beside what its router "
        + "has measured since the deployment.")
public record RequestView(
        @Schema(description = "Id of the user group.", example = "bergen") String usersId,
        @Schema(description = "Id of the request.", example = "home") String requestId,
        @Schema(description = "MEASURED; NO_REQUESTS: none came since the deployment; NOT_RECOGNISED: the model does not say how to "
                + "recognise it (when); NO_ROUTER: these users enter without a router; BY_CONNECTION: the router forwards connections, "
                + "not requests; METRICS_OFF: hosts are not queried.", example = "MEASURED") State state,
        @Schema(description = "Mean that the target plan predicts, in ms.", example = "41.2") double predictedMeanMillis,
        @Schema(description = "95th percentile that the target plan predicts, in ms.", example = "48.9") double predictedP95Millis,
        @Schema(description = "Part of the predicted mean between the users and the router, in ms; the router does not see it, so it is "
                + "added to what the router measures.", example = "6.1") double entryMillis,
        @Schema(description = "Start of the measurement: end of the latest deployment, rounded down to a minute (ISO 8601, UTC).")
        Instant since,
        @Schema(description = "Answered requests since then, including failed ones.", example = "1200") long count,
        @Schema(description = "Requests with a 5xx answer, without an answer in time, or received while no instance was up.",
                example = "0") long failed,
        @Schema(description = "Rate of answers in the last five minutes, per s.", example = "10.1") double requestsPerSecond,
        @Schema(description = "Median to the head of the answer, including entryMillis, in ms; absent unless measured.")
        Optional<Double> medianMillis,
        @Schema(description = "95th percentile of the same time, in ms.") Optional<Double> p95Millis,
        @Schema(description = "99th percentile of the same time, in ms.") Optional<Double> p99Millis,
        @Schema(description = "Measured by predicted median, for plans of earlier versions by predicted mean; absent unless "
                + "measured.", example = "1.1")
        Optional<Double> medianRatio,
        @Schema(description = "Measured by predicted 95th percentile; absent unless measured.", example = "1.3")
        Optional<Double> p95Ratio,
        @Schema(description = "DNS queries of the user group for the names of the application at this server, per minute, over the past "
                + "5 minutes. Resolvers cache answers, so it is a lower bound of the demand. Only for NO_ROUTER.", example = "12.4")
        Optional<Double> lookUpsPerMinute,
        @Schema(description = "What is counted of the user group at the name server and at the copies that serve it. Only for NO_ROUTER; "
                + "absent if nothing was counted since the deployment.") Optional<EntryView> entry,
        @Schema(description = "Median that the target plan predicts, in ms; absent in plans of earlier versions.", example = "40.0")
        Optional<Double> predictedP50Millis) {

    /** Records of earlier versions have no entry and no predicted median. */
    public RequestView {
        entry = entry == null ? Optional.empty() : entry;
        predictedP50Millis = predictedP50Millis == null ? Optional.empty() : predictedP50Millis;
    }

    /** Without a predicted median. */
    public RequestView(String usersId, String requestId, State state, double predictedMeanMillis, double predictedP95Millis,
            double entryMillis, Instant since, long count, long failed, double requestsPerSecond, Optional<Double> medianMillis,
            Optional<Double> p95Millis, Optional<Double> p99Millis, Optional<Double> medianRatio, Optional<Double> p95Ratio,
            Optional<Double> lookUpsPerMinute, Optional<EntryView> entry) {
        this(usersId, requestId, state, predictedMeanMillis, predictedP95Millis, entryMillis, since, count, failed, requestsPerSecond,
                medianMillis, p95Millis, p99Millis, medianRatio, p95Ratio, lookUpsPerMinute, entry, Optional.empty());
    }

    public enum State { MEASURED, NO_REQUESTS, NOT_RECOGNISED, NO_ROUTER, BY_CONNECTION, METRICS_OFF }

    /** Unique key for paging. */
    public String subject() {
        return usersId + " " + requestId;
    }
}
