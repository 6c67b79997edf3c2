package org.caravan.server.adaptation.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.caravan.adaptation.Rule;
import org.caravan.adapter.InstanceId;
import org.caravan.application.ApplicationModel;
import org.caravan.dsl.CaravanLanguage;
import org.caravan.plan.DeploymentPlan;
import org.caravan.plan.InstancePlacement;
import org.caravan.rules.model.ModelFinding;
import org.caravan.server.forecast.RateForecast;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Replicas for a forecast: (predicted - capacity) / capacity of one copy, within the bounds; without a forecast, the least. */
class ForecastNeedTest {

    /** Each home asks the component cart twice; 4 orders per second ask it once and have no forecast. */
    private static final ApplicationModel MODEL = model("");

    private static ApplicationModel model(String call) {
        return CaravanLanguage.parse(Map.of("shop.caravan", """
            application shop {
              component web { form container { image "web"  cpu 0.2  memory 96 MiB }  provides http on 80  requires cart.http }
              component cart { replicas 2..6  capacity 20 requests/s  form container { image "cart"  cpu 0.2  memory 96 MiB }
                provides http on 80 }
              users east { at oslo via One ipv4  rate 10 requests/s  mix home 60 %, order 40 % }
              request home { users -> web  turns 3  bytes 24 KiB  web -> cart  turns 1  bytes 1 KiB  web -> cart  turns 1  \
            bytes 1 KiB CALL }
              request order { users -> web  turns 3  bytes 24 KiB  web -> cart  turns 1  bytes 1 KiB }
              forecast requests of home { method sarima  season 10 min  horizon 4 min }
              rule idle { every 1 min  then scale in cart }
              rule ahead { every 1 min  then scale out cart by forecast }
            }
            """.replace("CALL", call))).applications().get(0);
    }

    private static final Instant NOW = Instant.parse("2026-11-26T06:00:00Z");

    private static ForecastNeed need(Optional<RateForecast.Expected> expected) {
        return ForecastNeed.of(MODEL, MODEL.component("cart"), home(expected, false));
    }

    private static Map<String, RateForecast> home(Optional<RateForecast.Expected> expected, boolean awaited) {
        return Map.of("home", new RateForecast("home", Duration.ofMinutes(4), expected, "the newest 3 intervals were not observed",
                awaited));
    }

    /** Four replicas of cart run; the rule removes one. */
    private static RuleCase idle(Map<String, RateForecast> forecasts) {
        List<InstancePlacement> four = IntStream.rangeClosed(1, 4).mapToObj(number ->
                new InstancePlacement(new InstanceId("cart", number), "bergen", "pi-1", 1, 100 + number, null)).toList();
        DeploymentPlan target = new DeploymentPlan("shop", "", Optional.empty(), 1, four, List.of(), List.of());
        Rule idle = MODEL.supplement().adaptation().rules().stream().filter(rule -> rule.id().equals("idle")).findFirst().orElseThrow();
        return RuleCase.of(MODEL, new DueRule(idle, new ModelFinding.RuleDue("idle", Optional.empty(), 0, 60_000, List.of()), NOW,
                forecasts, Set.of()), target, Optional.empty());
    }

    @ParameterizedTest
    @CsvSource({"0,2", "18,2", "18.1,3", "28,3", "28.1,4", "57,6", "1e300,6"})
    void replicasFollowTheForecastWithinTheBounds(double home, int replicas) {
        ForecastNeed need = need(Optional.of(new RateForecast.Expected(home, home, home, "SARIMA", 0, Double.NaN, Double.NaN)));
        assertThat(need.known()).isTrue();
        assertThat(need.perSecond()).isEqualTo(2 * home + 4);
        assertThat(need.replicas()).isEqualTo(replicas);
    }

    /** As in the plan's queue: three of four calls of the second hop are not made. */
    @Test
    void aCacheTakesItsShareOfTheCalls() {
        ApplicationModel model = model("cached 75 %");
        ForecastNeed need = ForecastNeed.of(model, model.component("cart"), Map.of("home", new RateForecast("home", Duration.ofMinutes(4),
                Optional.of(new RateForecast.Expected(40, 40, 40, "SARIMA", 0, Double.NaN, Double.NaN)), "", false)));
        assertThat(need.perSecond()).isEqualTo(1.25 * 40 + 4);
        assertThat(need.replicas()).isEqualTo(3);
    }

    @Test
    void withoutAForecastNoReplicaIsAdded() {
        ForecastNeed need = need(Optional.empty());
        assertThat(need.known()).isFalse();
        assertThat(need.replicas()).isEqualTo(2);
        assertThat(need.awaited()).isFalse();
        assertThat(need.none()).isEqualTo("There is no forecast yet: of home, the newest 3 intervals were not observed.");
        assertThat(ForecastNeed.of(MODEL, MODEL.component("cart"), Map.of()).none()).isEqualTo("There is no forecast.");
        assertThat(ForecastNeed.followed(MODEL)).containsExactly("cart");
    }

    /** What is unknown for some minutes may be much: removals wait for it, but not for ever. */
    @Test
    void removalsWaitForAForecastThatIsAwaited() {
        RuleCase waits = idle(home(Optional.empty(), true));
        assertThat(waits.replicas()).containsExactly(Map.entry("cart", 4));
        assertThat(waits.never().orElseThrow().name()).isEqualTo("no-forecast-yet");
        assertThat(idle(home(Optional.empty(), false)).replicas()).containsExactly(Map.entry("cart", 3));
        assertThat(idle(home(Optional.of(new RateForecast.Expected(38, 38, 38, "SARIMA", 0, Double.NaN, Double.NaN)), false)).never()
                .orElseThrow().name()).isEqualTo("forecast-needs-replicas");
    }
}
