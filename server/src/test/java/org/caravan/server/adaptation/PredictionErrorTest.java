package org.caravan.server.adaptation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.caravan.api.application.PredictionView;
import org.caravan.api.application.PredictionView.PartsView;
import org.caravan.api.application.RequestView;
import org.caravan.api.application.RequestView.State;
import org.caravan.api.plan.ReportView;
import org.junit.jupiter.api.Test;

class PredictionErrorTest {

    private static final Instant SINCE = Instant.parse("2026-11-26T02:00:00Z");

    private static PredictionView view(String request, int minutes, long count, double median, double p95) {
        return new PredictionView("plan", true, SINCE.plusSeconds(minutes * 60L), new PartsView(10, 0, Optional.empty(), Optional.empty(),
                Optional.empty()),
                Optional.empty(), Optional.empty(), new RequestView("all", request, State.MEASURED, 10, 20, 5, SINCE, count, 0, 1,
                        Optional.of(median * 10), Optional.of(p95 * 20), Optional.empty(), Optional.of(median), Optional.of(p95),
                        Optional.empty(), Optional.empty()));
    }

    @Test
    void theLargestErrorCountsInBothDirections() {
        PredictionError error = PredictionError.largest(List.of(view("a", 30, 100, 1.1, 1.2), view("b", 40, 1000, 0.9, 0.5),
                view("c", 30, 100, 1.3, 1)), Set.of()).orElseThrow();
        assertThat(error.request().requestId()).isEqualTo("b");
        assertThat(error.share()).isCloseTo(0.5, within(1e-9));
    }

    /** Nine of ten answers of a cache take no time, so the median is far below the mean. */
    @Test
    void aCachedCallIsNoErrorUnlessThePercentileIsExceeded() {
        assertThat(PredictionError.largest(List.of(view("a", 30, 100, 0.2, 0.3)), Set.of("all a")).orElseThrow().share()).isZero();
        assertThat(PredictionError.largest(List.of(view("a", 30, 100, 0.2, 1.5)), Set.of("all a")).orElseThrow().share())
                .isCloseTo(0.5, within(1e-9));
    }

    @Test
    void onlyRequestsThatWaitForACacheAreCached() {
        ReportView report = new ReportView(0, null, List.of(latency("a", 0.1), latency("b", 0), latency("c", 1)), List.of(), List.of(),
                List.of(), List.of(), List.of(), Optional.empty(), Optional.empty(), List.of(), List.of(), List.of());
        assertThat(PredictionError.cached(report)).containsExactly("all a");
    }

    private static ReportView.Latency latency(String request, double share) {
        return new ReportView.Latency(request, "all", 10, 20, List.of(), false, List.of(new ReportView.HopPart("web", "db", "a -> b", 1, 10,
                Optional.empty(), Optional.empty(), Optional.empty(), 10, Optional.of(share), Optional.empty(), "measured")),
                Optional.empty());
    }

    @Test
    void fewAnswersOrAShortTimeAreNoEvidence() {
        assertThat(PredictionError.largest(List.of(view("a", 29, 1000, 5, 5), view("b", 60, 99, 5, 5)), Set.of())).isEmpty();
    }
}
