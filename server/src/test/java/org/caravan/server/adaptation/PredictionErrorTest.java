package org.caravan.server.adaptation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.caravan.api.application.PredictionView;
import org.caravan.api.application.PredictionView.PartsView;
import org.caravan.api.application.RequestView;
import org.caravan.api.application.RequestView.State;
import org.junit.jupiter.api.Test;

class PredictionErrorTest {

    private static final Instant SINCE = Instant.parse("2026-11-26T02:00:00Z");

    private static PredictionView view(String request, int minutes, long count, double median, double p95) {
        return new PredictionView("plan", true, SINCE.plusSeconds(minutes * 60L), new PartsView(10, 0, Optional.empty(), Optional.empty(),
                Optional.empty()),
                Optional.empty(), Optional.empty(), new RequestView("all", request, State.MEASURED, 10, 20, 5, SINCE, count, 0, 1,
                        Optional.of(median * 10), Optional.of(p95 * 20), Optional.empty(), Optional.of(median), Optional.of(p95)));
    }

    @Test
    void theLargestErrorCountsInBothDirections() {
        PredictionError error = PredictionError.largest(List.of(view("a", 30, 100, 1.1, 1.2), view("b", 40, 1000, 0.9, 0.5),
                view("c", 30, 100, 1.3, 1))).orElseThrow();
        assertThat(error.request().requestId()).isEqualTo("b");
        assertThat(error.share()).isCloseTo(0.5, within(1e-9));
    }

    @Test
    void fewAnswersOrAShortTimeAreNoEvidence() {
        assertThat(PredictionError.largest(List.of(view("a", 29, 1000, 5, 5), view("b", 60, 99, 5, 5)))).isEmpty();
    }
}
