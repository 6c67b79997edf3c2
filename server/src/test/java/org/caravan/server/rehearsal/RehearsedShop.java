package org.caravan.server.rehearsal;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.caravan.application.ApplicationModel;
import org.caravan.plan.DeploymentPlan;
import org.caravan.plan.planner.Planner;
import org.caravan.rules.ActionKind;
import org.caravan.rules.Autonomy;
import org.caravan.server.AdaptationSettings;
import org.caravan.server.CostSettings;
import org.caravan.server.ExampleShop;
import org.caravan.server.PathSettings;
import org.caravan.server.UsersSettings;
import org.caravan.server.ExampleProblem;
import org.caravan.server.ModelRuleSettings;

/** An application with rules about its load, on the sites of the examples, and scenes of its rehearsal. */
final class RehearsedShop {

    static final Instant BEGIN = Instant.parse("2026-11-20T00:00:00Z");
    private static final String MODEL = """
            application shop {
              component web {
                replicas 1..3  capacity 50 requests/s
                form container { image "web"  cpu 0.2  memory 96 MiB }
                provides http on 80
                requires back.http
              }
              component back { form container { image "back"  cpu 0.2  memory 96 MiB }  provides http on 81 }
              require web in NO
              require back in NO
              metric load { sensor cpu of web }
              rule busy { when load > 80 %%  for 1 min  then scale out web by 2  pause 2 min }
              rule alarm { when load > 95 %%  for 1 min  then notify "https://hooks.example.org/a"  pause 1 h }
              rule idle { when load < 20 %%  for 5 min  then scale in web  pause 6 min }
              %s
            }
            """;

    final Planner planner;
    final ApplicationModel model;
    private final ExampleShop shop;

    /** @param more of the model, besides components and rules */
    RehearsedShop(String more) {
        shop = ExampleShop.of(MODEL.formatted(more), ExampleProblem.text("sites.caravan").replaceAll("(isp .* gateway \"[^\"]+\") }",
                "$1  uplink 30 Mbit/s }"), (from, to) -> 12);
        planner = shop.planner();
        model = shop.model();
    }

    DeploymentPlan first() {
        return shop.plan(model, Optional.empty());
    }

    Scene scene(String csv, Map<ActionKind, Autonomy> autonomy) {
        GivenLoad.Read load = GivenLoad.of(csv, model, BEGIN);
        return scene(load.observed(), load.end(), autonomy);
    }

    /** @param observed from {@link #BEGIN} until the end */
    Scene scene(Observed observed, Instant end, Map<ActionKind, Autonomy> autonomy) {
        AdaptationSettings adaptation = new AdaptationSettings(Duration.ofSeconds(5), Duration.ofMillis(1500), Duration.ofSeconds(7),
                Duration.ofSeconds(5), 0.5, Duration.ofMinutes(10), Duration.ofSeconds(30), 10, 200, 1, 2, Duration.ofHours(1), 0, "", 0,
                new CostSettings(Duration.ZERO, 0.05, 1, 1, 0.9),
                new PathSettings(1.5, Duration.ofMillis(10), 0, Duration.ZERO, Duration.ofHours(1), Duration.ZERO),
                new UsersSettings(Duration.ZERO, Duration.ofMinutes(1), 0.3, Duration.ofSeconds(15), 0.1, Duration.ofMinutes(2)));
        ModelRuleSettings rules = new ModelRuleSettings(Duration.ofSeconds(5), Duration.ofSeconds(30), Duration.ofSeconds(60),
                Duration.ofMinutes(2), Duration.ofMinutes(5), Duration.ofSeconds(15));
        return new Scene(model, first(), Optional.empty(), shop.state(), observed, new TreeMap<>(), BEGIN, end,
                new Scene.Terms(adaptation, rules, Duration.ofSeconds(15), autonomy, Optional.empty(), false, Duration.ofSeconds(15),
                        address -> Optional.of("Messages to hooks.example.org are not allowed.")));
    }
}
