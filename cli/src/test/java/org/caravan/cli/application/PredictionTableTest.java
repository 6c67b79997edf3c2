package org.caravan.cli.application;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.caravan.api.application.PredictionView;
import org.caravan.api.application.PredictionView.PartsView;
import org.caravan.api.application.PredictionView.Trend;
import org.caravan.api.application.RequestView;
import org.caravan.api.application.RequestView.State;
import org.junit.jupiter.api.Test;

class PredictionTableTest {

    private static final Instant SINCE = Instant.parse("2026-11-26T02:00:00Z");

    private static PredictionView view(String planId, boolean inForce, State state, Optional<Double> median, Optional<Double> service) {
        return new PredictionView(planId, inForce, SINCE.plusSeconds(600), new PartsView(36, 5.2, service, service,
                Optional.empty()),
                median.map(unused -> Trend.RISING), median, new RequestView("bergen", "home", state, 41.2, 48.9, 6.1, SINCE,
                        median.isPresent() ? 1200 : 0, 0, 10, median, median.map(one -> one * 2), median, median.map(one -> one / 41.2),
                        median.map(one -> one * 2 / 48.9), Optional.empty(), Optional.empty(), Optional.of(40.0)));
    }

    @Test
    void thePlanInForceStandsFirstWithItsParts() {
        assertThat(PredictionTable.lines(List.of(view("1234567890", false, State.MEASURED, Optional.of(41.2), Optional.of(9.0)),
                view("abcdef0123", true, State.NO_REQUESTS, Optional.empty(), Optional.empty())))).containsExactly(
                "plan abcdef01, in force: measured since 2026-11-26T02:00:00Z; times in ms",
                "  users request                      trips  transfer   service  queueing      mean    median    median       p95       "
                + "p95   ratio   ratio    trend     count",
                "                                      part      part      part      part predicted predicted  measured predicted  "
                + "measured  median     p95                   ",
                "  bergen home                         36.0       5.2         -         -      41.2      40.0         -      48.9         "
                + "-       -       -        -         -  not measured yet: no request came",
                "\nplan 12345678, earlier: measured since 2026-11-26T02:00:00Z until 2026-11-26T02:10:00Z; times in ms",
                "  users request                      trips  transfer   service  queueing      mean    median    median       p95       "
                + "p95   ratio   ratio    trend     count",
                "                                      part      part      part      part predicted predicted  measured predicted  "
                + "measured  median     p95                   ",
                "  bergen home                         36.0       5.2       9.0         -      41.2      40.0      41.2      48.9      "
                + "82.4    1.00    1.69   rising      1200",
                "  service (declared or learned) -: the plan knew none; queueing -: no capacity on the way");
    }

    @Test
    void nothingGivesNoLines() {
        assertThat(PredictionTable.lines(List.of())).isEmpty();
    }
}
