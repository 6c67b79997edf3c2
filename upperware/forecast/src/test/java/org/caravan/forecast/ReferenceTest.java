package org.caravan.forecast;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Seasonal ARIMA models equal those of statsmodels, which references.py calls; estimates find the coefficients of generated series. */
class ReferenceTest {

    private static final double TOLERANCE = 1e-6;

    @Test
    void forecastsAndErrorsOfTwentySeriesEqualTheReference() throws Exception {
        List<String> blocks;
        try (InputStream file = ReferenceTest.class.getResourceAsStream("references.txt")) {
            blocks = List.of(new String(file.readAllBytes(), StandardCharsets.UTF_8).split("\n\n"));
        }
        assertThat(blocks).hasSize(20);
        for (String block : blocks) {
            String[] lines = block.split("\n");
            int[] n = Arrays.stream(lines[0].split(" ")).mapToInt(Integer::parseInt).toArray();
            String[] given = lines[1].split("\\|", -1);
            SarimaCoefficients coefficients = new SarimaCoefficients(new SarimaOrder(n[0], n[1], n[2], n[3], n[4], n[5], n[6]),
                    numbers(given[0]), numbers(given[1]), numbers(given[2]), numbers(given[3]));
            List<Double> expected = numbers(lines[3]);
            List<Double> errors = numbers(lines[4]);
            Series series = series(numbers(lines[2]));
            Forecaster sarima = new Sarima(coefficients);
            List<ForecastResult> rolling = sarima.rolling(series, 3, 0);
            for (int size : new int[] {0, 5, 17, 33, series.size()}) {
                assertThat(rolling.get(size)).as("%s, from %d", lines[0], size).isEqualTo(sarima.forecast(series.first(size), 3));
            }
            ForecastResult.Prediction prediction = (ForecastResult.Prediction) sarima.forecast(series, 12);
            for (int step = 0; step < expected.size(); step++) {
                Band band = prediction.bands().get(step);
                assertThat(band.expected()).as("%s, %d ahead", lines[0], step + 1).isCloseTo(expected.get(step), within(TOLERANCE));
                assertThat(band.deviation()).as("%s, error %d ahead", lines[0], step + 1).isCloseTo(errors.get(step), within(TOLERANCE));
            }
        }
    }

    @Test
    void theIntervalOfTheSeasonalWalkIsTheClosedForm() {
        Random random = new Random(3);
        double[] values = new double[120];
        Arrays.setAll(values, index -> Math.rint(100 + 40 * Math.sin(2 * Math.PI * index / 24) + 5 * random.nextGaussian()));
        double squares = 0;
        for (int index = 25; index < values.length; index++) {
            double difference = values[index] - values[index - 1] - values[index - 24] + values[index - 25];
            squares += difference * difference / (values.length - 25);
        }
        ForecastResult.Prediction prediction = (ForecastResult.Prediction) new Sarima(SarimaCoefficients.none(SarimaOrder.seasonalWalk(24)))
                .forecast(series(Arrays.stream(values).boxed().toList()), 24);
        for (int ahead = 1; ahead <= 24; ahead++) {
            assertThat(prediction.bands().get(ahead - 1).deviation()).isCloseTo(Math.sqrt(squares * ahead), within(1e-9));
        }
    }

    @Test
    void estimatesFindTheCoefficientsOfAGeneratedSeries() {
        Random random = new Random(11);
        int season = 12;
        double[] noise = new double[900];
        double[] values = new double[noise.length];
        for (int index = 0; index < noise.length; index++) {
            noise[index] = random.nextGaussian();
            double seasonal = index < season ? 0 : values[index - season] - 0.5 * noise[index - season];
            double regular = index < season + 1 ? 0 : 0.6 * (values[index - 1] - values[index - 1 - season]);
            values[index] = seasonal + regular + noise[index];
        }
        double least = Arrays.stream(values).min().orElse(0);
        Arrays.setAll(values, index -> values[index] - least);
        values[400] = Double.NaN;
        Optional<Sarima> found = SarimaEstimator.estimate(series(Arrays.stream(values).boxed().toList()),
                new SarimaOrder(1, 0, 0, 0, 1, 1, season));
        assertThat(found.orElseThrow().coefficients().phi().get(0)).isCloseTo(0.6, within(0.06));
        assertThat(found.orElseThrow().coefficients().seasonalTheta().get(0)).isCloseTo(-0.5, within(0.06));
    }

    private static Series series(List<Double> counts) {
        return new Series(Instant.EPOCH, Duration.ofMinutes(1), counts);
    }

    private static List<Double> numbers(String line) {
        return line.isBlank() ? List.of() : Arrays.stream(line.trim().split(" ")).map(ReferenceTest::number).toList();
    }

    private static double number(String text) {
        return text.equals("nan") ? Double.NaN : Double.parseDouble(text);
    }
}
