package org.caravan.server.forecast;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.caravan.adaptation.Forecast;
import org.caravan.forecast.Selection;
import org.caravan.forecast.Series;
import org.caravan.application.RequestCounts;
import org.caravan.measure.metric.MinuteCounts;
import org.caravan.server.forecast.MinuteSeries.Subject;
import org.junit.jupiter.api.Test;

class ScopeTest {

    private static final Instant START = Instant.parse("2026-11-22T06:58:00Z");

    @Test
    void intervalsDivideTheSeasonOfTheModel() {
        assertThat(declared(600, 120)).isEqualTo(new Scope(1, 10, 2, Optional.of(Selection.Method.SARIMA), true));
        assertThat(declared(86_400, 120)).isEqualTo(new Scope(15, 96, 1, Optional.of(Selection.Method.SARIMA), true));
        assertThat(declared(7 * 86_400, 7_200)).isEqualTo(new Scope(105, 96, 2, Optional.of(Selection.Method.SARIMA), true));
        assertThat(declared(97 * 60, 60)).isEqualTo(new Scope(97, 1, 1, Optional.of(Selection.Method.SARIMA), true));
        assertThat(declared(45, 30)).isEqualTo(new Scope(1, 1, 1, Optional.of(Selection.Method.SARIMA), true));
    }

    @Test
    void withoutAModelThreeDaysShowADailySeason() {
        assertThat(Scope.of(Optional.empty(), minutes(3 * 1_440))).isEqualTo(new Scope(15, 96, 4, Optional.empty(), false));
        assertThat(Scope.of(Optional.empty(), minutes(100))).isEqualTo(new Scope(1, 1, 5, Optional.empty(), false));
    }

    @Test
    void minutesWithoutARowCountZeroAndTheNewestAreLeftOut() {
        List<MinuteCounts> rows = List.of(row("home", 0, 7), row("home", 3, 9), row("home", 5, 1), row("", 0, 2), row("order", 4, 3));
        assertThat(MinuteSeries.of(rows, START.plusSeconds(6 * 60 + 30))).containsOnlyKeys(new Subject("bergen", "home"),
                new Subject("bergen", "order"));
        assertThat(MinuteSeries.of(rows, START.plusSeconds(6 * 60 + 30)).get(new Subject("bergen", "home")))
                .isEqualTo(new Series(START, Duration.ofMinutes(1), List.of(7.0, 0.0, 0.0, 9.0, 0.0)));
    }

    /** The counts of one group do not hide that those of another came late. */
    @Test
    void aMinuteInWhichOneGroupWasNotObservedIsAGap() {
        List<MinuteCounts> rows = new ArrayList<>();
        for (int minute = 0; minute < 10; minute++) {
            rows.add(row("home", minute, 60));
            if (minute >= 2 && (minute < 5 || minute > 7)) {
                rows.add(new MinuteCounts("oslo", "home", new RequestCounts.Totals(minute == 8 ? 400 : 100, 0),
                        START.plusSeconds(minute * 60L)));
            }
        }
        double gap = Double.NaN;
        assertThat(MinuteSeries.ofRequest(rows, "home", START.plusSeconds(11 * 60)).orElseThrow()).isEqualTo(new Series(START,
                Duration.ofMinutes(1), List.of(60.0, 60.0, 160.0, 160.0, 160.0, gap, gap, gap, gap, 160.0)));
        assertThat(MinuteSeries.ofRequest(rows, "order", START.plusSeconds(11 * 60))).isEmpty();
    }

    private static Scope declared(double season, double horizon) {
        return Scope.of(Optional.of(new Forecast("home", Forecast.Method.SARIMA, season, horizon)), minutes(10));
    }

    private static Series minutes(int size) {
        return new Series(START, Duration.ofMinutes(1), Collections.nCopies(size, 5.0));
    }

    private static MinuteCounts row(String requestId, int minute, long received) {
        return new MinuteCounts("bergen", requestId, new RequestCounts.Totals(received, 0),
                START.plusSeconds(minute * 60L));
    }
}
