package org.caravan.server.adaptation.users;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.IntFunction;
import org.caravan.application.ApplicationModel;
import org.caravan.plan.DeploymentPlan;
import org.caravan.rules.users.UsersFinding;
import org.caravan.rules.users.UsersFinding.UsersMoved;
import org.caravan.rules.users.UsersLook;
import org.caravan.rules.users.UsersRound;
import org.caravan.rules.users.UsersRules;
import org.caravan.server.adaptation.users.UsersWindow.Shares;
import org.caravan.server.adaptation.users.UsersWindow.Source;
import org.junit.jupiter.api.Test;

/**
 * Users walk over three sites on a virtual clock, in rounds of 5 s with the default settings: the window, the rule, the planner and the
 * limits of the reason decide which copy runs where. A plan is carried out at once.
 */
class WalkingUsersTest {

    private static final Instant BEGIN = Instant.parse("2026-11-27T08:00:00Z");
    private static final int ROUND_S = 5;

    private final GivenUsers given = new GivenUsers();
    private final ApplicationModel model = given.model();
    private DeploymentPlan target = given.target();
    private SortedMap<String, Double> placedFor = UserShares.of(model);
    private final List<Move> moves = new ArrayList<>();

    private record Move(int second, String site) {}

    private String site() {
        return target.instances().get(0).siteId();
    }

    /** @param at group of users that send requests in the round that ends at this second */
    private void walk(int seconds, IntFunction<String> at) {
        UsersWindow window = new UsersWindow(GivenUsers.SETTINGS.window(), GivenUsers.SETTINGS.share());
        try (UsersRules rules = UsersRules.of(GivenUsers.SETTINGS.rules())) {
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
        if (GivenUsers.SETTINGS.limit(latest, now).isPresent()) {
            return;
        }
        SortedMap<String, Double> shares = moved.look().measured();
        DeploymentPlan plan = given.plan(shares, Optional.of(target));
        UsersReason reason = new UsersReason(moved, target, model, Optional.empty(), GivenUsers.SETTINGS.rules(),
                of -> UsersLatency.of(given.problem(shares, Optional.of(target)), of), GivenUsers.SETTINGS.leastGain());
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
        DeploymentPlan bergen = given.plan(home, Optional.empty());
        UsersReason reason = new UsersReason(new UsersMoved(new UsersLook("shop", bergen.digest(), home, even), BEGIN), bergen, model,
                Optional.empty(), GivenUsers.SETTINGS.rules(), of -> UsersLatency.of(given.problem(even, Optional.of(bergen)), of), 0.1);
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
        UsersWindow window = new UsersWindow(Duration.ofSeconds(10), GivenUsers.SETTINGS.share());
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
