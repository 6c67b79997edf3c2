package org.caravan.server.adaptation;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.caravan.adapter.CopySpec;
import org.caravan.adapter.InstanceId;
import org.caravan.plan.DeploymentPlan;
import org.caravan.plan.InstancePlacement;
import org.caravan.rules.ActionKind;
import org.caravan.rules.Autonomy;
import org.caravan.rules.Finding.HostLost;
import org.caravan.rules.Limits;
import org.caravan.server.AdaptationSettings;
import org.caravan.server.CostSettings;
import org.caravan.server.PathSettings;
import org.caravan.server.UsersSettings;
import org.caravan.server.Tables;
import org.caravan.server.decision.Action;
import org.caravan.server.decision.ActionStore;
import org.caravan.server.decision.GivenDecisions;
import org.caravan.server.decision.OwnerChoices;
import org.caravan.server.planning.AutomaticPlans.Made;
import org.caravan.server.planning.PlanMaker;
import org.caravan.server.planning.Targets;
import org.caravan.unit.Bytes;
import org.caravan.unit.MilliCores;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Several applications lose one host. A planner would place all of them on the host that is best for each. */
class LostHostsTest {

    private static final Instant NOON = Instant.parse("2026-11-26T12:00:00Z");
    private static final HostLost LOST = new HostLost("pi-1", NOON.minusSeconds(7), 7_000, 7_000, 4, 4, 5, "no connection");
    /** Best first. */
    private static final List<String> HOSTS = List.of("pi-1", "pi-2", "pi-3", "pi-4");
    private static final AdaptationSettings SETTINGS = new AdaptationSettings(Duration.ofSeconds(3), Duration.ofMillis(1500),
            Duration.ofSeconds(7), Duration.ofSeconds(5), 0.5, Duration.ofMinutes(10), Duration.ofSeconds(30), 10, 200, 1, 2,
            Duration.ofHours(1), 0, "", 0,
            new CostSettings(Duration.ZERO, 0.05, 1, 1, 0.9),
            new PathSettings(1.5, Duration.ofMillis(10), 2, Duration.ofMinutes(10), Duration.ofHours(1), Duration.ofMinutes(30)),
            new UsersSettings(Duration.ZERO, Duration.ofMinutes(1), 0.3, Duration.ofSeconds(15), 0.1, Duration.ofMinutes(2)));

    @TempDir
    Path folder;

    private ActionStore actions;
    private LostHosts lostHosts;
    private final List<Set<String>> without = new ArrayList<>();

    @BeforeEach
    void open() {
        Clock clock = Clock.fixed(NOON, ZoneOffset.UTC);
        actions = GivenDecisions.actions(JdbcClient.create(Tables.in(folder)), clock);
        PlannedActions course = new PlannedActions(automatic(), actions, (application, planId, decision, by) -> Optional.of(7L), SETTINGS,
                clock);
        lostHosts = new LostHosts(targets(), application -> Optional.empty(), actions, maker(), course, new Retries(),
                host -> Optional.of(NOON.minusSeconds(9)));
    }

    @Test
    void theyDoNotAllMoveToOneHost() {
        for (String application : List.of("shop", "till", "desk")) {
            lostHosts.handle(application, List.of(LOST), Set.of("pi-1"));
        }
        assertThat(movedTo("shop")).containsExactly("pi-2");
        assertThat(movedTo("till")).containsExactly("pi-3");
        assertThat(movedTo("desk")).containsExactly("pi-4");
    }

    @Test
    void withoutAnyOtherHostTheyShareOneAndAnUnsettledHostIsTheLastResort() {
        lostHosts.handle("shop", List.of(LOST), Set.of("pi-1", "pi-3", "pi-4"));
        lostHosts.handle("till", List.of(LOST), Set.of("pi-1", "pi-3", "pi-4"));
        assertThat(movedTo("till")).as("the settled host, though another application moved there").containsExactly("pi-2");
        lostHosts.handle("desk", List.of(LOST), Set.of("pi-1", "pi-2", "pi-3", "pi-4"));
        assertThat(movedTo("desk")).as("better than none").containsExactly("pi-2");
        assertThat(without.get(without.size() - 1)).containsExactly("pi-1");
    }

    private Set<String> movedTo(String application) {
        return actions.latestOf("replace " + application + " pi-1 " + plan(application, "pi-1").digest() + " DECIDED").map(
                ActionStore.Kept::action).map(Action::movedTo).orElse(Set.of());
    }

    private static OwnerChoices automatic() {
        return new OwnerChoices() {
            @Override
            public Optional<Autonomy> chosen(String application, ActionKind kind) {
                return Optional.of(Autonomy.AUTOMATIC);
            }

            @Override
            public Optional<Limits.Freeze> freeze(String application) {
                return Optional.empty();
            }
        };
    }

    private PlanMaker maker() {
        return (PlanMaker) Proxy.newProxyInstance(PlanMaker.class.getClassLoader(), new Class<?>[] {PlanMaker.class},
                (proxy, method, arguments) -> {
                    assertThat(method.getName()).isEqualTo("replacing");
                    Set<String> excluded = ((Set<?>) arguments[1]).stream().map(String::valueOf).collect(Collectors.toSet());
                    without.add(excluded);
                    Optional<DeploymentPlan> plan = HOSTS.stream().filter(host -> !excluded.contains(host)).findFirst()
                            .map(host -> plan((String) arguments[0], host));
                    return new Made(plan, plan.map(DeploymentPlan::digest).orElse(""), "+ web:1", List.of("no host is left"), 0, 0);
                });
    }

    private static Targets targets() {
        return (Targets) Proxy.newProxyInstance(Targets.class.getClassLoader(), new Class<?>[] {Targets.class},
                (proxy, method, arguments) -> {
                    assertThat(method.getName()).isEqualTo("target");
                    return Optional.of(plan((String) arguments[0], "pi-1"));
                });
    }

    static DeploymentPlan plan(String application, String hostId) {
        CopySpec spec = new CopySpec("web", new MilliCores(100), Bytes.ofMebi(10), Map.of(), List.of(), List.of());
        return new DeploymentPlan(application, "1", Optional.empty(), 1,
                List.of(new InstancePlacement(new InstanceId("web", 1), "lab", hostId, 1, 100, spec)), List.of(), List.of());
    }
}
