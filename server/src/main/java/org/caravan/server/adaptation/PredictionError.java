package org.caravan.server.adaptation;

import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.caravan.api.application.PredictionView;
import org.caravan.api.application.RequestView;
import org.caravan.api.plan.ReportView;

/**
 * Largest error of the predictions of one plan: of a median or a 95th percentile, as a share of the prediction. Few answers, or answers of
 * a short time, are no evidence. Of requests that wait for a cached call, a median is no evidence of a mean, and the predicted percentile
 * is an upper estimate: only a measured percentile above it counts. A pure function.
 *
 * @param request measured request
 * @param share measured by predicted minus 1, without its sign
 */
record PredictionError(RequestView request, double share) {

    static final long LEAST_ANSWERS = 100;
    static final Duration LEAST_TIME = Duration.ofMinutes(30);

    /** Empty if nothing was measured long enough. @param cached {@link RequestView#subject} of requests that wait for a cached call */
    static Optional<PredictionError> largest(List<PredictionView> predictions, Set<String> cached) {
        return predictions.stream().filter(PredictionError::known).map(one -> new PredictionError(one.request(),
                cached.contains(one.request().subject()) ? one.request().p95Ratio().map(ratio -> Math.max(0, ratio - 1)).orElse(0.0)
                        : Math.max(error(one.request().medianRatio()), error(one.request().p95Ratio()))))
                .max(Comparator.comparing(PredictionError::share));
    }

    /** {@link RequestView#subject} of the requests of a report that wait for a cached call. */
    static Set<String> cached(ReportView report) {
        return report.latencies().stream()
                .filter(latency -> latency.hops().stream().anyMatch(hop -> hop.meanPart() > 0 && hop.meanPart() < 1))
                .map(latency -> latency.usersId() + " " + latency.requestId()).collect(Collectors.toSet());
    }

    private static boolean known(PredictionView one) {
        return one.request().count() - one.request().failed() >= LEAST_ANSWERS
                && Duration.between(one.request().since(), one.until()).compareTo(LEAST_TIME) >= 0;
    }

    private static double error(Optional<Double> ratio) {
        return ratio.map(known -> Math.abs(known - 1)).orElse(0.0);
    }
}
