package org.caravan.forecast;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Gaps, zeros, constants, outliers, few counts and a change of the clock: a wider band or no forecast, never a far-off one. */
class UnusualSeriesTest {

    private static final int DAY = 24;

    @Test
    void fewCountsGiveNoForecast() {
        assertThat(none(List.of())).isEqualTo(ForecastResult.Reason.TOO_FEW_POINTS);
        assertThat(none(List.of(5.0, 6.0))).isEqualTo(ForecastResult.Reason.TOO_FEW_POINTS);
        assertThat(forecasts(List.of(5.0, 6.0, 5.0, 7.0), 1).outlook()).isInstanceOf(ForecastResult.Prediction.class);
    }

    @Test
    void manyOrNewGapsGiveNoForecast() {
        List<Double> third = days(8, hour -> hour % 3 == 0 ? Double.NaN : 100);
        assertThat(none(third)).isEqualTo(ForecastResult.Reason.GAPS);
        List<Double> newest = days(8, hour -> hour >= 8 * DAY - 3 ? Double.NaN : 100);
        assertThat(none(newest)).isEqualTo(ForecastResult.Reason.GAPS);
    }

    @Test
    void constantsAndZerosKeepTheRandomnessOfCounts() {
        Band constant = first(forecasts(days(8, hour -> 100), DAY));
        assertThat(constant.expected()).isCloseTo(100, within(1e-6));
        assertThat(constant.deviation()).isCloseTo(10, within(1e-6));
        assertThat(Seasons.detect(hourly(days(8, hour -> 0.1)))).isEqualTo(1);
        Band zero = first(forecasts(days(8, hour -> 0), DAY));
        assertThat(zero.expected()).isZero();
        assertThat(zero.high()).isBetween(1.0, 3.0);
    }

    @Test
    void anOutlierIsNotForecastAgainASeasonLater() {
        int size = 10 * DAY;
        List<Double> counts = new ArrayList<>(days(10, UnusualSeriesTest::daily));
        double usual = counts.get(size - DAY);
        counts.set(size - DAY, usual * 20);
        for (Selection.Method method : Selection.Method.values()) {
            Band band = first(Forecasts.of(hourly(counts), Optional.of(method), DAY, 1, Optional.empty()));
            assertThat(band.expected()).as("%s", method).isBetween(usual * 0.3, usual * 2);
        }
    }

    @Test
    void requestsThatWereCountedLateAreAGap() {
        List<Double> counts = new ArrayList<>(days(10, UnusualSeriesTest::daily));
        int at = 10 * DAY - DAY;
        double sum = 0;
        for (int index = at - 6; index < at; index++) {
            sum += counts.get(index);
            counts.set(index, 0.0);
        }
        double usual = counts.get(at);
        counts.set(at, usual + sum);
        Band band = first(forecasts(counts, DAY));
        assertThat(band.expected()).isBetween(usual * 0.5, usual * 1.6);
    }

    @Test
    void aClockChangeWidensTheBand() {
        int change = 10 * DAY;
        List<Double> counts = days(12, hour -> daily(hour < change ? hour : hour + 1));
        Forecasts before = forecasts(counts.subList(0, change), DAY);
        int missed = 0;
        double widest = 0;
        for (int hour = 1; hour < 2 * DAY; hour += 3) {
            Band band = first(Forecasts.of(hourly(counts.subList(0, change + hour)), Optional.empty(), DAY, 1, before.choice()));
            widest = Math.max(widest, band.deviation());
            missed += band.contains(counts.get(change + hour)) ? 0 : 1;
        }
        assertThat(widest).isGreaterThan(1.5 * first(before).deviation());
        assertThat(missed).as("of 16 hours outside the band").isLessThanOrEqualTo(2);
    }

    @Test
    void sumsOfIntervalsKeepTheNewestComplete() {
        Series series = new Series(Instant.EPOCH, Duration.ofMinutes(1), List.of(9.0, 1.0, 2.0, 3.0, Double.NaN));
        assertThat(series.coarser(2).counts()).containsExactly(3.0, Double.NaN);
        assertThat(series.coarser(2).begin()).isEqualTo(Instant.EPOCH.plusSeconds(60));
        assertThat(series.coarser(2).end()).isEqualTo(series.end());
    }

    @Test
    void aDailySeasonIsFoundAndForecastBetterThanByItsLastDay() {
        List<Double> counts = days(12, UnusualSeriesTest::daily);
        assertThat(Seasons.detect(hourly(counts))).isEqualTo(DAY);
        Forecasts forecasts = forecasts(counts, DAY);
        Errors naive = Errors.of(Errors.past(new SeasonalNaive(DAY), hourly(counts), 1, 48));
        assertThat(forecasts.errors().rootMeanSquare()).isLessThan(naive.rootMeanSquare());
        assertThat(forecasts.errors().withinBand()).isGreaterThan(0.8);
    }

    @Test
    void keptParametersGiveTheSameForecast() {
        List<Double> counts = days(10, UnusualSeriesTest::daily);
        Forecasts chosen = forecasts(counts, DAY);
        assertThat(Forecasts.of(hourly(counts), Optional.empty(), DAY, 1, chosen.choice()).outlook()).isEqualTo(chosen.outlook());
    }

    @Test
    void smoothingFollowsTrendAndSeason() {
        List<Double> counts = days(10, hour -> 100 + hour * 0.5 + 40 * Math.sin(2 * Math.PI * hour / DAY));
        HoltWinters found = HoltWinters.estimate(hourly(counts), DAY).orElseThrow();
        ForecastResult.Prediction prediction = (ForecastResult.Prediction) found.forecast(hourly(counts), DAY);
        for (int ahead = 0; ahead < DAY; ahead++) {
            int hour = 10 * DAY + ahead;
            assertThat(prediction.bands().get(ahead).expected())
                    .isCloseTo(100 + hour * 0.5 + 40 * Math.sin(2 * Math.PI * hour / DAY), within(1.0));
        }
    }

    /** Bands reject values that are not finite, so that a fault here is an exception. */
    @Test
    void generatedSeriesNeverFail() {
        for (int seed = 0; seed < 150; seed++) {
            Random random = new Random(seed);
            int season = 1 + random.nextInt(13);
            double scale = Math.pow(10, random.nextInt(7));
            double gaps = random.nextInt(3) * 0.1;
            double zeros = random.nextInt(3) * 0.3;
            double spikes = random.nextInt(2) * 0.05;
            List<Double> counts = IntStream.range(0, random.nextInt(120)).mapToObj(index -> random.nextDouble() < gaps ? Double.NaN
                    : random.nextDouble() < zeros ? 0.0 : Math.rint(scale * (random.nextDouble() < spikes ? 1_000 : random.nextDouble())))
                    .toList();
            Forecasts forecasts = forecasts(counts, season);
            if (forecasts.outlook() instanceof ForecastResult.Prediction prediction) {
                assertThat(prediction.bands()).as("seed %d", seed).hasSize(1);
                assertThat(prediction.bands().get(0).expected()).as("seed %d", seed).isLessThanOrEqualTo(scale * 1_000 * 5);
            }
        }
    }

    /** Requests per hour: a night and a day, with random deviations that depend on the hour alone. */
    private static double daily(int hour) {
        double expected = 120 - 100 * Math.cos(2 * Math.PI * hour / DAY);
        return Math.max(0, Math.rint(expected + Math.sqrt(expected) * new Random(hour * 7919L).nextGaussian()));
    }

    private static List<Double> days(int days, IntToDoubleFunction count) {
        return IntStream.range(0, days * DAY).mapToObj(hour -> count.applyAsDouble(hour)).toList();
    }

    private static Series hourly(List<Double> counts) {
        return new Series(Instant.EPOCH, Duration.ofHours(1), counts);
    }

    private static Forecasts forecasts(List<Double> counts, int season) {
        return Forecasts.of(hourly(counts), Optional.empty(), season, 1, Optional.empty());
    }

    private static ForecastResult.Reason none(List<Double> counts) {
        return ((ForecastResult.None) forecasts(counts, DAY).outlook()).reason();
    }

    private static Band first(Forecasts forecasts) {
        return ((ForecastResult.Prediction) forecasts.outlook()).bands().get(0);
    }
}
