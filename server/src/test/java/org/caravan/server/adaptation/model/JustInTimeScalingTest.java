package org.caravan.server.adaptation.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.caravan.adaptation.Rule;
import org.caravan.adapter.InstanceId;
import org.caravan.application.ApplicationModel;
import org.caravan.dsl.CaravanLanguage;
import org.caravan.forecast.Band;
import org.caravan.forecast.ForecastResult;
import org.caravan.forecast.Forecasts;
import org.caravan.forecast.Selection;
import org.caravan.forecast.Series;
import org.caravan.plan.DeploymentPlan;
import org.caravan.plan.InstancePlacement;
import org.caravan.rules.Limit;
import org.caravan.rules.model.ModelFinding;
import org.caravan.server.forecast.RateForecast;
import org.junit.jupiter.api.Test;

/**
 * The paper's pattern of seven busy and three quiet intervals on a virtual clock, with the real forecast: replicas are ready before each
 * step, and wait for it no longer than an evaluation of the rules and the rounding of the plan allow.
 */
class JustInTimeScalingTest {

    private static final Instant BEGIN = Instant.parse("2026-11-27T06:00:00Z");
    private static final int MINUTE = 60;
    private static final int SEASON = 10;
    private static final int BUSY = 7;
    private static final int HORIZON = 4;
    private static final int EVERY = 5;
    private static final int LAST = 60;
    private static final int FIRST_FORECAST = 30;
    private static final Duration PREPARATION = Duration.ofSeconds(15);
    private static final ApplicationModel MODEL = CaravanLanguage.parse(Map.of("shop.caravan", """
            application shop {
              component web { replicas 1..4  capacity 50 requests/s  form container { image "web"  cpu 0.2  memory 96 MiB }
                provides http on 80 }
              users east { at oslo via One ipv4  rate 5 requests/s  mix home 100 %  entry by router }
              request home { when GET "/"  users -> web  turns 3  bytes 24 KiB }
              forecast requests of home { method sarima  season 10 min  horizon 4 min }
              rule ahead { every 5 s  then scale out web by forecast }
            }
            """)).applications().get(0);

    private static double rate(int minute) {
        return minute % SEASON < BUSY ? 120 : 10;
    }

    /** As the server forecasts: the newest counted minute ended at most a minute ago. */
    private static RateForecast forecast(int counted) {
        Series series = new Series(BEGIN, Duration.ofMinutes(1), IntStream.range(0, counted).mapToObj(minute -> rate(minute) * MINUTE)
                .toList());
        int ahead = HORIZON + 1;
        Forecasts forecasts = Forecasts.of(series, Optional.of(Selection.Method.SARIMA), SEASON, ahead, Optional.empty());
        List<Band> bands = ((ForecastResult.Prediction) forecasts.outlook()).bands();
        List<RateForecast.Interval> path = IntStream.range(0, ahead).mapToObj(index -> new RateForecast.Interval(
                series.end().plusSeconds((long) index * MINUTE), Duration.ofMinutes(1), bands.get(index).expected() / MINUTE)).toList();
        double last = bands.get(HORIZON).expected() / MINUTE;
        return new RateForecast("home", Duration.ofMinutes(HORIZON), Optional.of(new RateForecast.Expected(last, last, last, "SARIMA",
                forecasts.errors().origins(), forecasts.errors().rootMeanSquare() / MINUTE, forecasts.errors().withinBand())), "", false,
                path);
    }

    private static RuleCase due(int running, Map<String, RateForecast> forecasts, Instant at) {
        List<InstancePlacement> placed = IntStream.rangeClosed(1, running).mapToObj(number ->
                new InstancePlacement(new InstanceId("web", number), "oslo", "pi-1", 1, 100 + number, null)).toList();
        Rule rule = MODEL.supplement().adaptation().rules().get(0);
        return RuleCase.of(MODEL, new DueRule(rule, new ModelFinding.RuleDue("ahead", Optional.empty(), 0, 5_000, List.of()), at, forecasts,
                Set.of()), new DeploymentPlan("shop", "", Optional.empty(), 1, placed, List.of(), List.of()), Optional.empty());
    }

    /** @return seconds before each step at which the added replicas are ready; negative if they are late */
    private static List<Long> early(Optional<Duration> start, Duration needed) {
        List<Long> early = new ArrayList<>();
        int running = 3;
        Map<String, RateForecast> forecasts = Map.of();
        for (int second = FIRST_FORECAST * MINUTE; second < LAST * MINUTE; second += EVERY) {
            Instant now = BEGIN.plusSeconds(second);
            if (second % MINUTE == 0) {
                forecasts = Map.of("home", forecast(second / MINUTE));
                running = second / MINUTE % SEASON == BUSY ? 1 : running;
            }
            RuleCase rule = due(running, forecasts, now);
            if (rule.never().isEmpty() && rule.justInTime(component -> start, PREPARATION.plusSeconds(EVERY), now).isEmpty()) {
                running = rule.replicas().get("web");
                int step = (second / MINUTE / SEASON + 1) * SEASON * MINUTE;
                early.add(step - second - PREPARATION.toSeconds() - needed.toSeconds());
            }
        }
        return early;
    }

    @Test
    void replicasAreReadyBeforeEachStepAndNotMuchEarlier() {
        Duration start = Duration.ofSeconds(12);
        List<Long> early = early(Optional.of(start), start);
        List<Long> fixed = early(Optional.empty(), start);
        System.out.printf(Locale.ROOT, "just in time: ready %s s before the steps; with the whole horizon: %s s%n", early, fixed);
        assertThat(early).as("three steps, none late").hasSize(3).allSatisfy(seconds -> assertThat(seconds).isBetween(0L, (long) EVERY));
        assertThat(fixed).as("of an unknown start time").hasSize(3).allSatisfy(seconds -> assertThat(seconds).isGreaterThan(60L));
    }

    @Test
    void theDecisionTellsWhenReplicasAreRequested() {
        Instant now = BEGIN.plusSeconds(37 * MINUTE);
        Limit limit = due(1, Map.of("home", forecast(37)), now)
                .justInTime(component -> Optional.of(Duration.ofSeconds(12)), PREPARATION, now).orElseThrow();
        assertThat(limit.name()).isEqualTo("just-in-time");
        assertThat(limit.until()).contains(BEGIN.plusSeconds(40 * MINUTE - 12 - 15));
    }

    /** An error of half the rise may bring the step half an interval earlier. */
    @Test
    void errorsOfTheForecastMakeItEarlier() {
        Instant step = BEGIN.plusSeconds(40 * MINUTE);
        RateForecast wrong = new RateForecast("home", Duration.ofMinutes(HORIZON), Optional.of(new RateForecast.Expected(120, 60, 180,
                "", 48, 55, 0.95)), "", false, List.of(new RateForecast.Interval(step.minusSeconds(MINUTE), Duration.ofMinutes(1), 10),
                new RateForecast.Interval(step, Duration.ofMinutes(1), 120)));
        assertThat(due(1, Map.of("home", wrong), BEGIN).justInTime(component -> Optional.of(Duration.ofSeconds(12)), PREPARATION, BEGIN)
                .orElseThrow().until()).contains(step.minusSeconds(30 + 12 + 15));
    }
}
