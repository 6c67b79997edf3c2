package org.caravan.server.adaptation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Optional;
import org.caravan.application.ApplicationModel;
import org.caravan.dsl.CaravanLanguage;
import org.caravan.rules.Autonomy;
import org.junit.jupiter.api.Test;

class SaidByModelTest {

    private static final ApplicationModel MODEL = CaravanLanguage.parse(Map.of("shop.caravan", """
            application shop {
              component web {
                form container { image "web"  cpu 0.2  memory 96 MiB }
                provides http on 80
              }
              users all { at bergen via BKK ipv4  rate 1 requests/s  mix home 50 %, buy 50 % }
              request home { users -> web  turns 3  bytes 8 KiB }
              request buy { users -> web  turns 3  bytes 8 KiB }
              slo fast { p95 latency of home < 300 ms }
              slo sure { p95 latency of buy < 300 ms }
              rule keep { when slo fast violated  for 10 min  then replan }
            }
            """)).applications().get(0);

    @Test
    void theModelGoesAtMostAsFarAsTheOwnerLetsItsRulesPlan() {
        assertThat(SaidByModel.preset(MODEL, "fast", Optional.empty())).isEqualTo(Autonomy.AUTOMATIC);
        for (Autonomy replan : Autonomy.values()) {
            assertThat(SaidByModel.preset(MODEL, "fast", Optional.of(replan))).isEqualTo(replan);
            assertThat(SaidByModel.preset(MODEL, "sure", Optional.of(replan))).as("no rule").isEqualTo(Autonomy.PROPOSE);
        }
    }

    @Test
    void togetherTheyAreAutomaticOnlyIfEachIs() {
        assertThat(SaidByModel.preset(Optional.of(MODEL), Optional.empty())).isEqualTo(Autonomy.PROPOSE);
        assertThat(SaidByModel.anyAutomatic(Optional.of(MODEL), Optional.empty())).isTrue();
        assertThat(SaidByModel.anyAutomatic(Optional.of(MODEL), Optional.of(Autonomy.PROPOSE))).isFalse();
        assertThat(SaidByModel.anyAutomatic(Optional.empty(), Optional.empty())).isFalse();
    }
}
