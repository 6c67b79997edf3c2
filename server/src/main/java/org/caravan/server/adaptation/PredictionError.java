package org.caravan.server.adaptation;

import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.caravan.api.application.PredictionView;
import org.caravan.api.application.RequestView;

/**
 * Largest error of the predictions of one plan: of a median or a 95th percentile, as a share of the prediction. Few answers, or answers of
 * a short time, are no evidence. A pure function.
 *
 * @param request measured request
 * @param share measured by predicted minus 1, without its sign
 */
record PredictionError(RequestView request, double share) {

    static final long LEAST_ANSWERS = 100;
    static final Duration LEAST_TIME = Duration.ofMinutes(30);

    /** Empty if nothing was measured long enough. */
    static Optional<PredictionError> largest(List<PredictionView> predictions) {
        return predictions.stream().filter(PredictionError::known).map(one -> new PredictionError(one.request(), Math.max(
                error(one.request().medianRatio()), error(one.request().p95Ratio())))).max(Comparator.comparing(PredictionError::share));
    }

    private static boolean known(PredictionView one) {
        return one.request().count() - one.request().failed() >= LEAST_ANSWERS
                && Duration.between(one.request().since(), one.until()).compareTo(LEAST_TIME) >= 0;
    }

    private static double error(Optional<Double> ratio) {
        return ratio.map(known -> Math.abs(known - 1)).orElse(0.0);
    }
}
