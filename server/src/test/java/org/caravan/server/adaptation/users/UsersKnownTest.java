package org.caravan.server.adaptation.users;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicReference;
import org.caravan.application.ApplicationModel;
import org.caravan.measure.metric.EntryObservation;
import org.caravan.measure.metric.Metric;
import org.caravan.measure.metric.Reading;
import org.caravan.plan.DeploymentPlan;
import org.caravan.rules.ActionKind;
import org.caravan.rules.Autonomy;
import org.caravan.rules.Limits;
import org.caravan.server.Tables;
import org.caravan.server.UsersSettings;
import org.caravan.server.decision.Action;
import org.caravan.server.decision.Action.State;
import org.caravan.server.decision.ActionStore;
import org.caravan.server.decision.BuiltInRule;
import org.caravan.server.decision.DecisionRecord;
import org.caravan.server.decision.GivenDecisions;
import org.caravan.server.decision.OwnerChoices;
import org.caravan.store.SqliteRequestStore;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.jdbc.core.simple.JdbcClient;

/** What the server knows of users: while counts are missing, after a change of leader, and with few counts. */
class UsersKnownTest {

    private static final Instant BEGIN = Instant.parse("2026-11-27T08:00:00Z");
    private static final Duration EVERY = Duration.ofSeconds(15);
    private static final UsersSettings SETTINGS =
            new UsersSettings(Duration.ofSeconds(5), Duration.ofSeconds(60), 0.3, Duration.ofSeconds(15), 0.1, Duration.ofMinutes(2));

    @TempDir
    Path folder;

    private final AtomicReference<Instant> now = new AtomicReference<>(BEGIN);
    private final Clock clock = new Clock() {
        @Override
        public Instant instant() {
            return now.get();
        }

        @Override
        public ZoneOffset getZone() {
            return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
            return this;
        }
    };
    private ApplicationModel model;
    private DeploymentPlan plan;

    @BeforeEach
    void plan() {
        GivenUsers given = new GivenUsers();
        model = given.model();
        plan = given.target();
    }

    private static SortedMap<String, Double> shares(double bergen, double oslo, double haikou) {
        return new TreeMap<>(Map.of("bergen", bergen, "oslo", oslo, "haikou", haikou));
    }

    /** Connections of three equal groups; those of one are not read for 3 minutes and come at once then. */
    @Test
    void usersWhoseCountsAreMissingHaveNotLeft() {
        String host = plan.instances().get(0).hostId();
        List<Reading> readings = new ArrayList<>();
        CountedHosts hosts = new CountedHosts(since -> readings.stream().filter(one -> !one.at().isBefore(since)).toList(),
                any -> false, any -> true, EVERY, clock);
        Map<String, Double> most = new HashMap<>();
        Set<Integer> looks = new HashSet<>();
        try (SqliteRequestStore store = new SqliteRequestStore(folder.resolve("requests.db"), clock)) {
            UserShares shares = new UserShares(store, store, new GivenChoices(), SETTINGS, EVERY);
            for (int second = 0; second <= 600; second += 5) {
                now.set(BEGIN.plusSeconds(second));
                boolean silent = second > 200 && second < 380;
                if (second % 15 == 0) {
                    for (String group : List.of("bergen", "oslo", "haikou")) {
                        if (!silent || !group.equals("haikou")) {
                            store.takeEntries(List.of(new EntryObservation("shop", "web", group, EntryObservation.Source.CONNECTIONS,
                                    "shop.web.1." + group, "start", now.get(), 10L * second + "/0/")));
                        }
                    }
                    if (!silent) {
                        readings.add(new Reading(host, "", Metric.CPU, 1, now.get()));
                    }
                }
                SortedMap<String, Double> measured = shares.observe(Set.of("shop"), List.of(model), hosts.missing(List.of(plan)), now.get())
                        .get("shop");
                if (measured != null) {
                    looks.add(second);
                    measured.forEach((group, share) -> most.merge(group, Math.abs(share - 1 / 3.0), Math::max));
                }
            }
        }
        assertThat(looks).contains(195, 600).doesNotContain(240, 300, 375, 380, 385, 430);
        assertThat(most.values().stream().mapToDouble(Double::doubleValue).max().orElseThrow()).as("no move of 30 %").isLessThan(0.25);
        assertThat(looks.stream().filter(second -> second > 380)).as("known again one window later").contains(460);
    }

    @Test
    void aLostHostIsMissingAtOnceAndOneRoundLonger() {
        Set<String> lost = new HashSet<>();
        CountedHosts hosts = new CountedHosts(since -> List.of(), lost::contains, any -> false, EVERY, clock);
        assertThat(hosts.missing(List.of(plan))).as("a host that is never read").isEmpty();
        lost.add(plan.instances().get(0).hostId());
        assertThat(hosts.missing(List.of(plan))).containsExactly("shop");
        lost.clear();
        assertThat(hosts.missing(List.of(plan))).as("its counts come after its answer").containsExactly("shop");
        assertThat(hosts.missing(List.of(plan))).isEmpty();
    }

    /** A deployment that failed was not followed; a new leader knows one that is done. */
    @Test
    void anotherLeaderKnowsForWhichUsersTheApplicationIsPlaced() {
        ActionStore actions = GivenDecisions.actions(JdbcClient.create(Tables.in(folder)), clock);
        PlacedFor first = new PlacedFor(actions);
        assertThat(first.of(model, "p1")).as("before the first move").isEqualTo(UserShares.of(model));
        decide(actions, "one", shares(0.9, 0.05, 0.05), State.DONE);
        assertThat(first.of(model, "p1")).isEqualTo(shares(0.9, 0.05, 0.05));
        now.set(BEGIN.plusSeconds(300));
        decide(actions, "two", shares(0.05, 0.9, 0.05), State.UNDONE);
        decide(actions, "three", shares(0.05, 0.05, 0.9), State.FAILED);
        assertThat(new PlacedFor(actions).of(model, "p1")).as("another leader").isEqualTo(shares(0.9, 0.05, 0.05));
        first.enough("shop", "p1", shares(0.5, 0.5, 0));
        assertThat(first.of(model, "p1")).isEqualTo(shares(0.5, 0.5, 0));
        assertThat(first.of(model, "p2")).as("of another plan, nothing is known to be enough").isEqualTo(shares(0.9, 0.05, 0.05));
        first.forget();
        assertThat(first.of(model, "p1")).as("leads no longer").isEqualTo(shares(0.9, 0.05, 0.05));
    }

    private static void decide(ActionStore actions, String key, SortedMap<String, Double> shares, State end) {
        DecisionRecord record = DecisionRecord.of(BuiltInRule.USERS_MOVED, "Users moved.", "It plans.").by("shop").with("moved", 60, "%");
        for (DecisionRecord.Figure figure : PlacedFor.figures(shares)) {
            record = record.with(figure.name(), figure.value(), figure.unit());
        }
        ActionStore.Kept kept = actions.keep(record, Action.of(key, ActionKind.FOLLOW, Autonomy.AUTOMATIC, State.DECIDED));
        actions.change(kept, kept.action().deployed(kept.number()), "Deployed.");
        ActionStore.Kept deployed = actions.find(key).orElseThrow();
        actions.change(deployed, deployed.action().in(end), "Ended.");
    }

    @Test
    void moreGroupsNeedMoreCounts() {
        assertThat(UsersWindow.least(2, 0.3)).isEqualTo(23);
        assertThat(UsersWindow.least(10, 0.3)).isEqualTo(112);
        assertThat(UsersWindow.least(2, 1)).isEqualTo(20);
    }

    @Test
    void notesNameOnlyGroupsWhoseShareIsAnother() {
        try (SqliteRequestStore store = new SqliteRequestStore(folder.resolve("requests.db"), clock)) {
            UserShares shares = new UserShares(store, store, new GivenChoices(), SETTINGS, EVERY);
            assertThat(shares.notes(model, UserShares.in(model, UserShares.of(model)))).isEmpty();
            assertThat(shares.notes(model, UserShares.in(model, shares(1 / 3.0, 0.6, 1 / 15.0)))).hasSize(2)
                    .last().asString().startsWith("users oslo: 60 % of all requests (18 requests/s)").endsWith("instead of 33 %");
        }
    }

    /** Follows its users. */
    private static final class GivenChoices implements OwnerChoices {

        @Override
        public Optional<Autonomy> chosen(String application, ActionKind kind) {
            return Optional.of(Autonomy.AUTOMATIC);
        }

        @Override
        public Optional<Limits.Freeze> freeze(String application) {
            return Optional.empty();
        }
    }
}
