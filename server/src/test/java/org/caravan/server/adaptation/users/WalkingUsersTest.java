package org.caravan.server.adaptation.users;

import static org.assertj.core.api.Assertions.assertThat;

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
import java.util.TreeMap;
import java.util.function.IntFunction;
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
import org.caravan.rules.users.UsersFinding;
import org.caravan.rules.users.UsersFinding.UsersMoved;
import org.caravan.rules.users.UsersLook;
import org.caravan.rules.users.UsersRound;
import org.caravan.rules.users.UsersRules;
import org.caravan.server.ExampleProblem;
import org.caravan.server.UsersSettings;
import org.caravan.server.adaptation.users.UsersWindow.Shares;
import org.caravan.server.adaptation.users.UsersWindow.Source;
import org.caravan.server.broker.PlanOrder;
import org.caravan.server.planning.PlanningState;
import org.caravan.solver.OptaPlannerPlanner;
import org.junit.jupiter.api.Test;

/**
 * Users walk over three sites on a virtual clock, in rounds of 5 s with the default settings: the window, the rule, the planner and the
 * limits of the reason decide which copy runs where. A plan is carried out at once.
 */
class WalkingUsersTest {

    private static final Instant BEGIN = Instant.parse("2026-11-27T08:00:00Z");
    static final UsersSettings SETTINGS =
            new UsersSettings(Duration.ofSeconds(5), Duration.ofSeconds(60), 0.3, Duration.ofSeconds(15), 0.1, Duration.ofMinutes(2));
    private static final Set<String> NEAR = Set.of("users-bergen bergen", "users-oslo simula", "users-haikou hainan");
    private static final int ROUND_S = 5;
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
    private DeploymentPlan target;
    private SortedMap<String, Double> placedFor;
    private final List<Move> moves = new ArrayList<>();

    private record Move(int second, String site) {}

    WalkingUsersTest() {
        PlacementProblem problem = ExampleProblem.of(Map.of("shop.caravan", MODEL, "sites.caravan", sites()), WalkingUsersTest::network);
        model = problem.application();
        state = new PlanningState(problem.infrastructure(), problem.inventory(), problem.network(), List.of(), Map.of(), Map.of(), Map.of(),
                of -> List.of(), problem.policy(), 1);
        placedFor = UserShares.of(model);
        target = plan(placedFor, Optional.empty());
    }

    private static String sites() {
        try (InputStream stream = WalkingUsersTest.class.getResourceAsStream("/sites.caravan")) {
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

    private PlacementProblem problem(SortedMap<String, Double> shares, Optional<DeploymentPlan> before) {
        return state.problem(model, UserShares.in(model, shares), before, PlanOrder.PLAIN);
    }

    private DeploymentPlan plan(SortedMap<String, Double> shares, Optional<DeploymentPlan> before) {
        return ((Planned) planner.plan(problem(shares, before))).plan();
    }

    ApplicationModel model() {
        return model;
    }

    /** The plan now. */
    DeploymentPlan target() {
        return target;
    }

    private String site() {
        return target.instances().get(0).siteId();
    }

    /** @param at group of users that send requests in the round that ends at this second */
    private void walk(int seconds, IntFunction<String> at) {
        UsersWindow window = new UsersWindow(SETTINGS.window(), SETTINGS.share());
        try (UsersRules rules = UsersRules.of(SETTINGS.rules())) {
            for (int second = 0; second <= seconds; second += ROUND_S) {
                Instant now = BEGIN.plusSeconds(second);
                window.add(now, Map.of(Source.QUERIES, Map.of(at.apply(second), 50L)));
                Optional<Shares> shares = window.shares(model, now);
                List<UsersLook> looks = shares.map(known -> new UsersLook(model.name(), target.digest(), placedFor, known.byGroup()))
                        .stream().toList();
                for (UsersFinding finding : rules.evaluate(new UsersRound(now, looks))) {
                    if (finding instanceof UsersMoved moved) {
                        follow(moved, second);
                    }
                }
            }
        }
    }

    private void follow(UsersMoved moved, int second) {
        Instant now = BEGIN.plusSeconds(second);
        Optional<Instant> latest = moves.isEmpty() ? Optional.empty()
                : Optional.of(BEGIN.plusSeconds(moves.get(moves.size() - 1).second()));
        if (SETTINGS.limit(latest, now).isPresent()) {
            return;
        }
        SortedMap<String, Double> shares = moved.look().measured();
        DeploymentPlan plan = plan(shares, Optional.of(target));
        UsersReason reason = new UsersReason(moved, target, model, Optional.empty(), SETTINGS.rules(),
                of -> UsersLatency.of(problem(shares, Optional.of(target)), of), SETTINGS.leastGain());
        if (!plan.digest().equals(target.digest()) && reason.limitOfPlan(plan).isPresent()) {
            placedFor = shares;
            return;
        }
        placedFor = shares;
        if (!plan.instances().get(0).hostId().equals(target.instances().get(0).hostId())) {
            target = plan;
            moves.add(new Move(second, site()));
        }
    }

    @Test
    void theCopyFollowsOncePerStop() {
        List<String> stops = List.of("bergen", "oslo", "haikou", "bergen");
        walk(4 * 300 - ROUND_S, second -> stops.get(second / 300));
        System.out.println("walk over three sites, 300 s each: " + moves);
        assertThat(moves.stream().map(Move::site)).as("begin, and each stop once").endsWith("simula", "hainan", "bergen");
        List<Move> walked = moves.subList(moves.size() - 3, moves.size());
        for (int stop = 1; stop <= 3; stop++) {
            assertThat(walked.get(stop - 1).second() - 300 * stop).as("seconds until followed at stop " + stop).isBetween(1, 60);
        }
        assertThat(moves).hasSizeLessThanOrEqualTo(4);
    }

    @Test
    void usersWhoAlternateEvery30SecondsMoveTheCopyAtMostOnce() {
        walk(1_800, second -> second / 30 % 2 == 0 ? "bergen" : "oslo");
        System.out.println("users alternate every 30 s for 30 min: " + moves);
        assertThat(moves).hasSizeLessThanOrEqualTo(1);
    }

    @Test
    void aGainBelowTheLeastMovesNothing() {
        SortedMap<String, Double> home = new TreeMap<>(Map.of("bergen", 1.0, "oslo", 0.0, "haikou", 0.0));
        SortedMap<String, Double> even = new TreeMap<>(Map.of("bergen", 0.5, "oslo", 0.5, "haikou", 0.0));
        DeploymentPlan bergen = plan(home, Optional.empty());
        UsersReason reason = new UsersReason(new UsersMoved(new UsersLook("shop", bergen.digest(), home, even), BEGIN), bergen, model,
                Optional.empty(), SETTINGS.rules(), of -> UsersLatency.of(problem(even, Optional.of(bergen)), of), 0.1);
        assertThat(reason.limitOfPlan(bergen)).hasValueSatisfying(limit -> {
            assertThat(limit.name()).isEqualTo("least-gain");
            assertThat(limit.text()).startsWith("The plan changes the mean latency of these users from ")
                    .endsWith(" ms; the least gain is 10 %.");
        });
        assertThat(reason.decided("It plans.").cause()).isEqualTo("50 % of the requests come from other users than the plan assumes since "
                + "2026-11-27T08:00:00Z: users oslo send 50 % instead of 0 %.");
    }

    @Test
    void groupsAreComparedByOneSourceOverAWholeWindow() {
        UsersWindow window = new UsersWindow(Duration.ofSeconds(10), SETTINGS.share());
        window.add(BEGIN, Map.of(Source.QUERIES, Map.of("oslo", 9_000L)));
        window.add(BEGIN.plusSeconds(5), Map.of(Source.QUERIES, Map.of("bergen", 30L, "", 500L)));
        assertThat(window.shares(model, BEGIN.plusSeconds(5))).as("half a window").isEmpty();
        window.add(BEGIN.plusSeconds(10), Map.of(Source.QUERIES, Map.of("bergen", 30L), Source.CONNECTIONS, Map.of("oslo", 33L)));
        assertThat(window.shares(model, BEGIN.plusSeconds(10))).hasValueSatisfying(shares -> {
            assertThat(shares.source()).as("33 connections of three groups are too few").isEqualTo(Source.QUERIES);
            assertThat(shares.byGroup().get("bergen")).isGreaterThan(0.97);
        });
        window.add(BEGIN.plusSeconds(15), Map.of(Source.CONNECTIONS, Map.of("oslo", 10L)));
        assertThat(window.shares(model, BEGIN.plusSeconds(15))).hasValueSatisfying(shares -> {
            assertThat(shares.source()).isEqualTo(Source.CONNECTIONS);
            assertThat(shares.byGroup().get("oslo")).isGreaterThan(0.97);
            assertThat(shares.byGroup().values().stream().mapToDouble(Double::doubleValue).sum()).isEqualTo(1);
        });
    }

    @Test
    void ratesFollowSharesAndTheirSumStays() {
        ApplicationModel moved = UserShares.in(model, new TreeMap<>(Map.of("bergen", 0.9, "oslo", 0.1, "haikou", 0.0)));
        assertThat(moved.users().stream().map(users -> users.rate().value())).containsExactlyInAnyOrder(27.0, 3.0, 0.0);
        assertThat(UserShares.in(model, new TreeMap<>(Map.of("bergen", 1.0)))).as("groups of another model").isSameAs(model);
    }
}
