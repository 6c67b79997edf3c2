package org.caravan.server.adaptation.users;

import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import org.caravan.application.ApplicationModel;
import org.caravan.infrastructure.Site;
import org.caravan.plan.DeploymentPlan;
import org.caravan.problem.PlacementProblem;
import org.caravan.server.ExampleProblem;
import org.caravan.server.ExampleShop;
import org.caravan.server.UsersSettings;

/** An application with users at three sites, each near another site with hosts, and its first plan. */
final class GivenUsers {

    /** The default ones. */
    static final UsersSettings SETTINGS =
            new UsersSettings(Duration.ofSeconds(5), Duration.ofSeconds(60), 0.3, Duration.ofSeconds(15), 0.1, Duration.ofMinutes(2));
    private static final Set<String> NEAR = Set.of("users-bergen bergen", "users-oslo simula", "users-haikou hainan");
    private static final String MODEL = """
            application shop {
              component web { form container { image "web"  cpu 0.2  memory 96 MiB }  provides http on 80 }
              users bergen { at users-bergen via BKK ipv4  rate 10 requests/s  mix home 100 % }
              users oslo { at users-oslo via Telenor ipv4  rate 10 requests/s  mix home 100 % }
              users haikou { at users-haikou via CERNET ipv4  rate 10 requests/s  mix home 100 % }
              request home { users -> web  turns 2  bytes 8 KiB }
              minimise latency of home
            }
            """;

    private final ExampleShop shop = ExampleShop.of(MODEL, ExampleProblem.text("sites.caravan"), GivenUsers::roundTrip);
    private final DeploymentPlan target = plan(UserShares.of(model()), Optional.empty());

    /** Users are near one site; sites of one country are nearer than others. */
    private static double roundTrip(Site one, Site other) {
        return NEAR.contains(one.id() + " " + other.id()) || NEAR.contains(other.id() + " " + one.id()) ? 5
                : one.country().equals(other.country()) ? 20 : 250;
    }

    PlacementProblem problem(SortedMap<String, Double> shares, Optional<DeploymentPlan> before) {
        return shop.problem(UserShares.in(model(), shares), before);
    }

    DeploymentPlan plan(SortedMap<String, Double> shares, Optional<DeploymentPlan> before) {
        return shop.plan(UserShares.in(model(), shares), before);
    }

    ApplicationModel model() {
        return shop.model();
    }

    /** The first plan. */
    DeploymentPlan target() {
        return target;
    }
}
