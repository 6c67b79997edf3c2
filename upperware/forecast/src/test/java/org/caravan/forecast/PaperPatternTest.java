package org.caravan.forecast;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * The pattern of the evaluation of edge virtualisation: 7 batches of 100 requests, 3 of 20, one every 30 s; a server serves 20 requests per
 * batch, one server at the core always runs, and up to 10 at the edge.
 */
class PaperPatternTest {

    private static final int CYCLE = 10;
    private static final double CORE = 20;
    private static final CachingOptimizer EDGE = new CachingOptimizer(20, 0, 10);

    static Series pattern(int batches) {
        return new Series(Instant.EPOCH, Duration.ofSeconds(30),
                IntStream.range(0, batches).mapToObj(batch -> batch % CYCLE < 7 ? 100.0 : 20.0).toList());
    }

    /** Servers at the edge for each batch of the fifth cycle; each decision follows from the batches before. */
    private static List<Integer> servers(Forecaster forecaster) {
        List<Integer> servers = new ArrayList<>();
        int running = 0;
        for (int batch = 4 * CYCLE; batch < 5 * CYCLE; batch++) {
            ForecastResult.Prediction prediction = (ForecastResult.Prediction) forecaster.forecast(pattern(batch), 1);
            running += EDGE.change(Math.max(0, prediction.bands().get(0).expected() - CORE), running);
            servers.add(running);
        }
        return servers;
    }

    @Test
    void theAverageIsOneBatchLateAndProvisionsTooManyServers() {
        assertThat(servers(new ExponentialAverage(3))).containsExactly(1, 3, 4, 4, 4, 4, 4, 4, 2, 1);
    }

    @Test
    void theSeasonalModelHasTheServersOfEachBatch() {
        assertThat(servers(walk())).containsExactly(4, 4, 4, 4, 4, 4, 4, 0, 0, 0);
    }

    @Test
    void theSeasonalModelIsExactFromElevenBatchesOn() {
        assertThat(walk().forecast(pattern(10), 1)).isInstanceOf(ForecastResult.None.class);
        for (int batches = 11; batches < 60; batches++) {
            ForecastResult.Prediction prediction = (ForecastResult.Prediction) walk().forecast(pattern(batches), 1);
            assertThat(prediction.bands().get(0).expected()).as("after %d batches", batches)
                    .isEqualTo(pattern(batches + 1).counts().get(batches));
        }
    }

    @Test
    void theSeasonIsFoundAndThePapersOrderChosen() {
        Series series = pattern(40);
        assertThat(Seasons.detect(series)).isEqualTo(CYCLE);
        Forecasts seasonal = Forecasts.of(series, Optional.of(Selection.Method.SARIMA), CYCLE, 1, Optional.empty());
        assertThat(seasonal.choice().orElseThrow().forecaster().name()).isEqualTo("SARIMA(0,1,0)(0,1,0)10");
        assertThat(seasonal.errors().rootMeanSquare()).isZero();
        assertThat(Forecasts.of(series, Optional.empty(), CYCLE, 1, Optional.empty()).errors().rootMeanSquare()).isLessThan(1e-9);
    }

    @Test
    void copiesStayWithinTheRange() {
        CachingOptimizer optimizer = new CachingOptimizer(20, 1, 4);
        assertThat(optimizer.change(500, 2)).isEqualTo(2);
        assertThat(optimizer.change(0, 3)).isEqualTo(-2);
        assertThat(optimizer.change(41, 2)).isEqualTo(1);
        assertThat(optimizer.change(40, 2)).isZero();
        assertThat(optimizer.change(1e300, 0)).isEqualTo(4);
    }

    private static Forecaster walk() {
        return new Sarima(SarimaCoefficients.none(SarimaOrder.seasonalWalk(CYCLE)));
    }
}
