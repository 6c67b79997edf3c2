package org.caravan.server.adaptation;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.caravan.execution.journal.ExecutionReport;
import org.caravan.execution.journal.RunState;
import org.caravan.execution.journal.RunStore;
import org.caravan.execution.journal.RunTerms;
import org.caravan.rules.Finding.HostsBack;
import org.caravan.server.Settings;
import org.caravan.server.Tables;
import org.caravan.server.decision.Action.State;
import org.caravan.server.decision.ActionStore;
import org.caravan.server.decision.GivenDecisions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;
import org.springframework.jdbc.core.simple.JdbcClient;

/** A host that is back answers looks before it answers the deployment that waits for it. */
class HeldDeploymentsTest {

    private static final Instant NOON = Instant.parse("2026-11-26T12:00:00Z");
    private static final HostsBack BACK = new HostsBack("shop", 4, List.of("pi-1"));

    @TempDir
    Path folder;

    private final List<String> resumed = new ArrayList<>();
    private Instant now = NOON;
    private Instant ended = NOON.minusSeconds(60);
    private int attempt = 1;

    @Test
    void aDeploymentThatWaitsAgainIsCompletedAgainAfterAPause() {
        ActionStore actions = actions();
        HeldDeployments held = held(actions);
        held.complete(BACK);
        held.complete(BACK);
        assertThat(resumed).as("once, until it has ended").hasSize(1);

        ends(actions, 3);
        held.complete(BACK);
        assertThat(resumed).as("at once would be a loop").hasSize(1);
        now = now.plusSeconds(40);
        held.complete(BACK);
        held.complete(BACK);
        assertThat(resumed).hasSize(2);

        ends(actions, 2);
        now = now.plusSeconds(40);
        held.complete(BACK);
        assertThat(resumed).hasSize(3);
        assertThat(actions.latestOf("complete shop 4 1").orElseThrow().action().key()).startsWith("complete shop 4 1 2026-11-26T12:0");
        assertThat(Completion.of(actions.latestOf("complete shop 4 1").orElseThrow().action().key()))
                .contains(new Completion("shop", 4, 1));
    }

    /** The resumed deployment made an attempt, which did not reach the host either. */
    @Test
    void aPauseAlsoFollowsACompletionThatMadeAnotherAttempt() {
        ActionStore actions = actions();
        HeldDeployments held = held(actions);
        ended = NOON.minusSeconds(2);
        held.complete(BACK);
        assertThat(resumed).as("the first time at once").hasSize(1);

        for (int completions = 1; completions < 4; completions++) {
            ends(actions, 2);
            attempt++;
            held.complete(BACK);
            now = now.plusSeconds(29);
            held.complete(BACK);
            assertThat(resumed).as("attempt %d has ended 29 s before", attempt).hasSize(completions);
            now = now.plusSeconds(1);
            held.complete(BACK);
            held.complete(BACK);
            assertThat(resumed).hasSize(completions + 1);
            assertThat(actions.latestOf("complete shop 4").orElseThrow().action().key()).isEqualTo("complete shop 4 " + attempt);
        }
    }

    /** The resumed deployment waits for the host again. If it found no step, it has no further attempt. */
    private void ends(ActionStore actions, int seconds) {
        now = now.plusSeconds(seconds);
        ended = now;
        ActionStore.Kept kept = actions.latestOf("complete shop 4 " + attempt).orElseThrow();
        actions.change(kept, kept.action().in(State.DONE), "Deployment 4 is done except on hosts that do not answer.");
    }

    private ActionStore actions() {
        return GivenDecisions.actions(database(), clock());
    }

    private JdbcClient database() {
        return JdbcClient.create(Tables.in(folder));
    }

    private Clock clock() {
        return new Clock() {
            @Override
            public ZoneOffset getZone() {
                return ZoneOffset.UTC;
            }

            @Override
            public Clock withZone(ZoneId zone) {
                return this;
            }

            @Override
            public Instant instant() {
                return now;
            }
        };
    }

    private HeldDeployments held(ActionStore actions) {
        RunStore runs = (RunStore) Proxy.newProxyInstance(RunStore.class.getClassLoader(), new Class<?>[] {RunStore.class},
                (proxy, method, arguments) -> {
                    assertThat(method.getName()).isEqualTo("run");
                    return Optional.of(new ExecutionReport(4, "shop", "plan", Optional.empty(), Optional.empty(), RunTerms.HELD,
                            RunState.FAILED, attempt, NOON.minusSeconds(90), Optional.of(ended),
                            Optional.of("pi-1 was not observed (it does not answer)."), Optional.empty(), List.of()));
                });
        Settings settings = new Binder(new MapConfigurationPropertySource(Map.of())).bindOrCreate("caravan", Settings.class);
        AutomaticApproval approval = new GivenApproval() {
            @Override
            public Optional<Long> approveOrLater(String application, String planId, long decision, String by) {
                throw new AssertionError("no plan is made");
            }

            @Override
            public void resume(String application, long deploymentId, long decision, String by) {
                resumed.add(application + " " + deploymentId + " " + by);
            }
        };
        return new HeldDeployments(runs, null, GivenDecisions.choices(database(), clock()), actions, approval, settings, clock());
    }
}
