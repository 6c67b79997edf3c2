package org.caravan.server.forecast;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Proxy;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import org.caravan.application.ApplicationModel;
import org.caravan.application.RequestCounts;
import org.caravan.dsl.CaravanLanguage;
import org.caravan.measure.metric.MinuteCounts;
import org.caravan.measure.metric.RequestStore;
import org.junit.jupiter.api.Test;

/** Counts give a rate at the horizon; where they give none, or the store fails, there is a reason and no fault. */
class RateForecastsTest {

    private static final Instant START = Instant.parse("2026-11-22T06:00:00Z");
    private static final ApplicationModel MODEL = CaravanLanguage.parse(Map.of("shop.caravan", """
            application shop {
              component web { replicas 1..4  capacity 50 requests/s  form container { image "web"  cpu 0.2  memory 96 MiB }
                provides http on 80 }
              users east { at oslo via One ipv4  rate 5 requests/s  mix home 100 %  entry by router }
              request home { when GET "/"  users -> web  turns 3  bytes 24 KiB }
              forecast requests of home { method sarima  season 10 min  horizon 4 min }
            }
            """)).applications().get(0);

    private final List<MinuteCounts> counted = new ArrayList<>();
    private final Deque<Runnable> work = new ArrayDeque<>();
    private boolean broken;
    private final RateForecasts forecasts = new RateForecasts(store(), work::add);

    /** Only minutes are asked for. */
    private RequestStore store() {
        return (RequestStore) Proxy.newProxyInstance(getClass().getClassLoader(), new Class<?>[] {RequestStore.class},
                (self, method, arguments) -> {
                    if (broken || !method.getName().equals("minutes")) {
                        throw new IllegalStateException("database is locked");
                    }
                    return counted.stream().filter(minute -> !minute.newestAt().isBefore((Instant) arguments[1])).toList();
                });
    }

    private RateForecast at(Instant now) {
        forecasts.of(MODEL, now);
        work.forEach(Runnable::run);
        work.clear();
        return forecasts.of(MODEL, now).get("home");
    }

    private void count(int from, int to) {
        for (int minute = from; minute < to; minute++) {
            for (String users : List.of("east", "west")) {
                counted.add(new MinuteCounts(users, "home", new RequestCounts.Totals(minute % 10 < 7 ? 3_600 : 300, 0),
                        START.plusSeconds(minute * 60L + 30)));
            }
        }
    }

    @Test
    void allUsersTogetherAreForecastForTheHorizon() {
        count(0, 60);
        // The newest minute ended at 56; the horizon ends in 61 from 57:20 on.
        RateForecast.Expected expected = at(START.plusSeconds(57 * 60 + 20)).expected().orElseThrow();
        assertThat(expected.perSecond()).isEqualTo(120);
        assertThat(expected.low()).isBetween(100.0, 120.0);
        assertThat(expected.error()).isZero();
        assertThat(at(START.plusSeconds(54 * 60)).expected().orElseThrow().perSecond()).isEqualTo(10);
    }

    /** From the end of the newest counted minute to the interval of the horizon. */
    @Test
    void eachIntervalBeforeTheHorizonIsForecast() {
        count(0, 57);
        RateForecast forecast = at(START.plusSeconds(57 * 60 + 20));
        assertThat(forecast.path()).extracting(RateForecast.Interval::perSecond).containsExactly(120.0, 10.0, 10.0, 10.0, 120.0, 120.0);
        assertThat(forecast.path().get(4).begin()).isEqualTo(START.plusSeconds(60 * 60));
        assertThat(forecast.path().get(5).perSecond()).isEqualTo(forecast.expected().orElseThrow().perSecond());
    }

    @Test
    void withoutAForecastThereIsAReason() {
        assertThat(forecasts.of(MODEL, START).get("home").none()).isEqualTo("it is not computed yet");
        work.forEach(Runnable::run);
        assertThat(forecasts.of(MODEL, START).get("home").none()).isEqualTo("no router has counted such a request");
        count(0, 3);
        assertThat(at(START.plusSeconds(190)).none()).contains("a forecast needs 3 observed intervals, there are 2");
        broken = true;
        assertThat(at(START.plusSeconds(300)).none()).isEqualTo("it could not be computed");
        assertThat(at(START.plusSeconds(300)).expected()).isEmpty();
    }

    @Test
    void aForecastIsComputedOncePerMinuteAndCountsForThree() {
        count(0, 60);
        Instant now = START.plusSeconds(57 * 60);
        at(now);
        forecasts.of(MODEL, now.plusSeconds(59));
        assertThat(work).isEmpty();
        for (int second = 60; second < 180; second++) {
            assertThat(forecasts.of(MODEL, now.plusSeconds(second)).get("home").expected()).isPresent();
        }
        assertThat(work).as("not again while it is under way").hasSize(1);
        assertThat(forecasts.of(MODEL, now.plus(Duration.ofMinutes(3))).get("home").none()).isEqualTo("it is not computed yet");
    }

    /** Removals of replicas wait for a missing forecast for an hour after there was one, or after the first was asked for. */
    @Test
    void aMissingForecastIsAwaitedForAnHour() {
        assertThat(at(START).awaited()).isTrue();
        assertThat(at(START.plusSeconds(3_599)).awaited()).isTrue();
        assertThat(at(START.plusSeconds(3_600)).awaited()).isFalse();
        count(70, 90);
        assertThat(at(START.plusSeconds(90 * 60)).expected()).isPresent();
        assertThat(at(START.plusSeconds(90 * 60)).awaited()).isFalse();
        broken = true;
        assertThat(at(START.plusSeconds(149 * 60)).awaited()).isTrue();
        assertThat(at(START.plusSeconds(150 * 60)).awaited()).isFalse();
    }
}
