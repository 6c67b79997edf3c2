package org.caravan.cli.application;

import static org.assertj.core.api.Assertions.assertThat;

import org.caravan.api.application.ForecastView;
import org.caravan.client.Answer;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

class ForecastChartTest {

    @Test
    void countsForecastsAndIntervalsShareOneScale() {
        String forecast = """
                {"usersId": "bergen", "requestId": "home", "state": "FORECAST", "method": "SARIMA(0,1,0)(0,1,0)10", "declared": true,
                 "intervalSeconds": 60, "seasonSeconds": 600, "horizonSeconds": 120,
                 "errors": {"origins": 48, "rootMeanSquare": 3.24, "meanAbsolute": 2.4, "bias": -0.1, "withinBand": 0.958},
                 "change": {"direction": "RISE", "at": "2026-11-25T02:13:00Z"},
                 "points": [{"begin": "2026-11-25T02:13:00Z", "observed": 60, "expected": 50, "low": 40, "high": 60},
                            {"begin": "2026-11-25T02:14:00Z", "expected": 90, "low": 60, "high": 120}]}""";
        assertThat(ForecastChart.lines(read(forecast))).containsExactly(
                "bergen home: SARIMA(0,1,0)(0,1,0)10, 2 min ahead, intervals of 1 min, season 10 min (by the model)",
                "  last 48 forecasts: root mean square error 3.2, mean absolute error 2.4, bias -0.1 requests; 96 % within their intervals",
                "  an unexpected rise at 2026-11-25T02:13:00Z",
                "  interval from         requests  forecast       95 % interval  # requests, - interval, | forecast",
                "  2026-11-25T02:13:00Z        60        50            40 to 60  ####################|###-",
                "  2026-11-25T02:14:00Z                  90           60 to 120  " + " ".repeat(24) + "-".repeat(12) + "|"
                        + "-".repeat(12));
    }

    @Test
    void noForecastSaysWhy() {
        String forecast = """
                {"usersId": "bergen", "requestId": "home", "state": "TOO_FEW_POINTS",
                 "detail": "a forecast needs 3 observed intervals, there are 1", "intervalSeconds": 60, "horizonSeconds": 300,
                 "points": [{"begin": "2026-11-25T02:13:00Z", "observed": 6}]}""";
        assertThat(ForecastChart.lines(read(forecast)).get(0)).isEqualTo(
                "bergen home: no forecast yet, a forecast needs 3 observed intervals, there are 1 (intervals of 1 min)");
    }

    private static ForecastView read(String document) {
        return Answer.of(JsonMapper.builder().build().readTree(document), ForecastView.class).value();
    }
}
