package org.caravan.server.adaptation.users;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import org.caravan.application.ApplicationModel;
import org.caravan.infrastructure.AccessPoint;
import org.caravan.infrastructure.Infrastructure;
import org.caravan.infrastructure.Site;
import org.caravan.measure.NetworkMatrix;
import org.caravan.measure.PathFigures;
import org.caravan.measure.PathId;
import org.caravan.measure.PathStatistic;
import org.caravan.plan.DeploymentPlan;
import org.caravan.plan.planner.Planner;
import org.caravan.plan.planner.PlanningOutcome.Planned;
import org.caravan.problem.PlacementProblem;
import org.caravan.server.ExampleProblem;
import org.caravan.server.UsersSettings;
import org.caravan.server.broker.PlanOrder;
import org.caravan.server.planning.PlanningState;
import org.caravan.solver.OptaPlannerPlanner;

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

    private final Planner planner = new OptaPlannerPlanner();
    private final ApplicationModel model;
    private final PlanningState state;
    private final DeploymentPlan target;

    GivenUsers() {
        PlacementProblem problem = ExampleProblem.of(Map.of("shop.caravan", MODEL, "sites.caravan", sites()), GivenUsers::network);
        model = problem.application();
        state = new PlanningState(problem.infrastructure(), problem.inventory(), problem.network(), List.of(), Map.of(), Map.of(), Map.of(),
                of -> List.of(), problem.policy(), 1);
        target = plan(UserShares.of(model), Optional.empty());
    }

    private static String sites() {
        try (InputStream stream = GivenUsers.class.getResourceAsStream("/sites.caravan")) {
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static NetworkMatrix network(Infrastructure infrastructure) {
        List<PathFigures> paths = new ArrayList<>();
        for (Site from : infrastructure.sites()) {
            for (Site to : infrastructure.sites()) {
                for (AccessPoint one : from.accessPoints()) {
                    to.accessPoints().stream().filter(other -> from != to && one.family() == other.family()).forEach(other -> paths.add(
                            new PathFigures(new PathId(one, other), figure(millis(from, to)), Optional.empty(), Optional.of(figure(100e6)),
                                    0)));
                }
            }
        }
        return NetworkMatrix.of(paths);
    }

    /** Users are near one site; sites of one country are nearer than others. */
    private static double millis(Site one, Site other) {
        return NEAR.contains(one.id() + " " + other.id()) || NEAR.contains(other.id() + " " + one.id()) ? 5
                : one.country().equals(other.country()) ? 20 : 250;
    }

    private static PathStatistic figure(double value) {
        return new PathStatistic(value, 0, value, value, 16, Instant.EPOCH, PathStatistic.Origin.MEASURED);
    }

    PlacementProblem problem(SortedMap<String, Double> shares, Optional<DeploymentPlan> before) {
        return state.problem(model, UserShares.in(model, shares), before, PlanOrder.PLAIN);
    }

    DeploymentPlan plan(SortedMap<String, Double> shares, Optional<DeploymentPlan> before) {
        return ((Planned) planner.plan(problem(shares, before))).plan();
    }

    ApplicationModel model() {
        return model;
    }

    /** The first plan. */
    DeploymentPlan target() {
        return target;
    }
}
