package org.caravan.server.adaptation.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.caravan.adapter.CopySpec;
import org.caravan.adapter.InstanceId;
import org.caravan.application.ApplicationModel;
import org.caravan.dsl.CaravanLanguage;
import org.caravan.measure.metric.Metric;
import org.caravan.measure.metric.Reading;
import org.caravan.plan.DeploymentPlan;
import org.caravan.plan.InstancePlacement;
import org.caravan.rules.ActionKind;
import org.caravan.rules.Autonomy;
import org.caravan.rules.model.ModelFinding;
import org.caravan.rules.model.RuleRan;
import org.caravan.server.Settings;
import org.caravan.server.Tables;
import org.caravan.server.adaptation.PlanApprover;
import org.caravan.server.adaptation.PlannedActions;
import org.caravan.server.adaptation.Retries;
import org.caravan.server.decision.Action;
import org.caravan.server.decision.Action.State;
import org.caravan.server.decision.ActionStore;
import org.caravan.server.decision.BuiltInRule;
import org.caravan.server.decision.DecisionRecord;
import org.caravan.server.decision.GivenDecisions;
import org.caravan.server.planning.AutomaticPlans.Made;
import org.caravan.server.planning.PlanMaker;
import org.caravan.server.planning.Targets;
import org.caravan.unit.Bytes;
import org.caravan.unit.MilliCores;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;
import org.springframework.jdbc.core.simple.JdbcClient;

/** A server takes over: pauses of rules with a condition count from what the former leader began, although its end is not known yet. */
class RulePauseTest {

    private static final Instant TAKEOVER = Instant.parse("2026-11-26T12:00:00Z");
    private static final ApplicationModel MODEL = model("80 %");
    private static final Settings SETTINGS = new Binder(new MapConfigurationPropertySource(Map.of("caravan.adaptation.cool-down", "0s",
            "caravan.rules.scale-out-cool-down", "0s", "caravan.rules.stabilisation", "0s"))).bindOrCreate("caravan", Settings.class);
    private static final DeploymentPlan TARGET = new DeploymentPlan("shop", "1", Optional.empty(), 1, List.of(new InstancePlacement(
            new InstanceId("web", 1), "lab", "pi-1", 1, 100, new CopySpec("web", new MilliCores(200), Bytes.ofMebi(96), Map.of(), List.of(),
                    List.of()))), List.of(), List.of());

    @TempDir
    Path folder;

    private Instant now = TAKEOVER;
    private ActionStore store;
    private RuleActions actions;
    /** Time since the takeover at which a rule made its first plan, and at which one began a message. */
    private Optional<Duration> planned = Optional.empty();
    private final List<Duration> messages = new ArrayList<>();
    private final List<Duration> once = new ArrayList<>();
    /** Seconds after the takeover at which the load is low. */
    private Set<Integer> quiet = Set.of();

    @BeforeEach
    void open() {
        Clock clock = new Clock() {
            @Override
            public ZoneId getZone() {
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
        JdbcClient database = JdbcClient.create(Tables.in(folder));
        store = GivenDecisions.actions(database, clock);
        actions = new RuleActions(new Targets() {
            @Override
            public Optional<DeploymentPlan> target(String application) {
                return Optional.of(TARGET);
            }

            @Override
            public List<DeploymentPlan> all() {
                return List.of(TARGET);
            }
        }, application -> false, store, plans(), (model, target, wanted, by) -> PlanMaker.NONE, new PlannedActions(
                GivenDecisions.choices(database, clock), store, approver(), SETTINGS.adaptation(), clock), (model, due, target) ->
                        due.rule().id().equals("alarm") && messages.add(since()) || due.rule().id().equals("once") && once.add(since()),
                SETTINGS.rules().limits(),
                SETTINGS.rules().restartCoolDown(), new Retries(() -> Duration.between(TAKEOVER, now).toNanos()), clock);
    }

    /** @param once load above which the rule without a pause is due */
    private static ApplicationModel model(String once) {
        return CaravanLanguage.parse(Map.of("shop.caravan", """
                application shop {
                  component web { replicas 1..4  capacity 50 requests/s  form container { image "web"  cpu 0.2  memory 96 MiB } }
                  metric load { sensor cpu of web }
                  rule busy { when load > 80 %%  for 1 min  then scale out web  pause 10 min }
                  rule alarm { when load > 80 %%  for 1 min  then notify "https://example.org/alarm"  pause 10 min }
                  rule once { when load > %s  for 1 min  then notify "https://example.org/once" }
                }
                """.formatted(once))).applications().get(0);
    }

    private Duration since() {
        return Duration.between(TAKEOVER, now);
    }

    /** A broker is slow: the deployment begins 30 s after the takeover. */
    @Test
    void deploymentThatBeginsAfterTheTakeoverStartsThePause() {
        Kept decided = keep("busy", "", ActionKind.SCALE_OUT);
        ActionStore.Kept approved = store.change(decided.row(), decided.action().planned("p1", "", decided.action().effort(), Set.of())
                .approved("rule busy"), "Plan p1 is approved.");
        evaluate(Duration.ofSeconds(30), () -> store.change(approved, approved.action().deployed(3), "Deployment 3 carries it out."));
        assertThat(planned).as("10 min after the deployment began").contains(Duration.ofSeconds(630));
    }

    @Test
    void ruleThatDidNotRunActsAfterItsSpan() {
        evaluate(Duration.ofSeconds(30), () -> { });
        assertThat(planned).contains(Duration.ofSeconds(60));
        assertThat(messages).containsExactly(Duration.ofSeconds(60), Duration.ofSeconds(660));
    }

    /** The new leader goes on with a message that the former one began; another one would be sent only after the pause. */
    @Test
    void messageUnderWayStartsThePause() {
        keep("alarm", "direct 0 ", ActionKind.NOTIFY);
        evaluate(Duration.ofSeconds(30), () -> { });
        assertThat(messages).containsExactly(Duration.ofSeconds(600));
    }

    @Test
    void ruleWithoutAPauseThatRanIsDueOnceItsConditionHasEnded() {
        now = TAKEOVER.minusSeconds(60);
        keep("once", "direct 0 ", ActionKind.NOTIFY);
        evaluate(Duration.ofSeconds(30), () -> { });
        assertThat(once).as("the condition has held since the former leader ran it, as far as is known").isEmpty();
        quiet = Set.of(300);
        evaluate(Duration.ofSeconds(30), () -> { });
        assertThat(once).containsExactly(Duration.ofSeconds(375));
    }

    /** The condition ended and began again while the former leader evaluated it. */
    @Test
    void ruleWithoutAPauseActsAgainIfItsConditionEndedBeforeTheTakeover() {
        now = TAKEOVER.minusSeconds(60);
        keep("once", "direct 0 ", ActionKind.NOTIFY);
        quiet = Set.of(300);
        RunningRules former = rules();
        load(former, 285);
        load(former, 300);
        actions.ended(former, former.ready(), now);
        assertThat(former.ready()).as("stored once").isEmpty();
        former.close();
        quiet = Set.of();
        evaluate(Duration.ofSeconds(30), () -> { });
        assertThat(once).containsExactly(Duration.ofSeconds(60));
    }

    @Test
    void anUnknownConditionIsNotStoredAsEnded() {
        now = TAKEOVER.minusSeconds(60);
        keep("once", "direct 0 ", ActionKind.NOTIFY);
        RunningRules former = rules();
        for (int seconds = 0; seconds <= 90; seconds += 15) {
            now = TAKEOVER.plusSeconds(seconds);
            load(former, seconds, seconds == 0);
            assertThat(former.ready()).as("no value after the first one, at %s s", seconds).isEmpty();
        }
        quiet = Set.of(105);
        load(former, 105);
        assertThat(former.ready()).containsExactly("once");
        load(former, 120, false);
        assertThat(former.ready()).as("it was false after the actions ran").containsExactly("once");
        former.close();
    }

    @Test
    void ruleThatTheNewModelChangesBeginsAgain() {
        keep("once", "direct 0 ", ActionKind.NOTIFY);
        now = TAKEOVER.plusSeconds(1);
        assertThat(RuleActions.changed(MODEL, MODEL)).isEmpty();
        Set<String> changed = RuleActions.changed(model("90 %"), MODEL);
        assertThat(changed).containsExactly("once");
        assertThat(actions.ran(MODEL, Set.of())).filteredOn(ran -> ran.ruleId().equals("once")).allMatch(RuleRan::before).hasSize(1);
        assertThat(actions.ran(MODEL, changed)).filteredOn(ran -> ran.ruleId().equals("once")).noneMatch(RuleRan::before).hasSize(1);
        assertThat(actions.ran(MODEL)).as("nothing is stored before the new rules can be evaluated")
                .filteredOn(ran -> ran.ruleId().equals("once")).allMatch(RuleRan::before).hasSize(1);
        actions.beginAgain("shop", changed);
        assertThat(actions.ran(MODEL)).filteredOn(ran -> ran.ruleId().equals("once")).noneMatch(RuleRan::before).hasSize(1);
    }

    private record Kept(ActionStore.Kept row, Action action) {}

    private Kept keep(String rule, String part, ActionKind kind) {
        ActionStore.Kept row = store.keep(DecisionRecord.of(BuiltInRule.MODEL_RULE, "Rule " + rule + ": load > 80 %.", "It acts.")
                .by("shop").about(List.of(rule)), Action.of(RuleCase.keyOf("shop", rule) + part + "former", kind, Autonomy.AUTOMATIC,
                        State.DECIDED));
        return new Kept(row, row.action());
    }

    /** Twelve minutes of rounds of the new leader, with load. */
    private void evaluate(Duration after, Runnable event) {
        RunningRules rules = rules();
        for (int seconds = 0; seconds <= 720; seconds += 15) {
            now = TAKEOVER.plusSeconds(seconds);
            if (since().equals(after)) {
                event.run();
            }
            actions.handle(rules, load(rules, seconds), () -> now);
        }
        rules.close();
    }

    private RunningRules rules() {
        return RunningRules.of(MODEL, null, Duration.ofSeconds(15), Instant.EPOCH, () -> actions.ran(MODEL)).orElseThrow();
    }

    /** What is due in the round at this time, in s after the takeover. */
    private List<DueRule> load(RunningRules rules, int seconds) {
        return load(rules, seconds, true);
    }

    private List<DueRule> load(RunningRules rules, int seconds, boolean known) {
        now = TAKEOVER.plusSeconds(seconds);
        String copy = TARGET.instances().get(0).copy("shop").label();
        Map<String, List<Reading>> load = known ? Map.of(copy, List.of(new Reading("pi-1", copy, Metric.CPU,
                quiet.contains(seconds) ? 20 : 180, now))) : Map.of();
        return rules.evaluate(now, false, TARGET, Optional::empty, rules.ofComponents(TARGET, load)).stream()
                .filter(ModelFinding.RuleDue.class::isInstance).map(ModelFinding.RuleDue.class::cast)
                .map(found -> new DueRule(rules.rule(found.ruleId()), found, now)).toList();
    }

    private PlanMaker plans() {
        return new PlanMaker() {
            @Override
            public Made replacing(String application, Set<String> without) {
                return NONE;
            }

            @Override
            public Made scaled(String application, Map<String, Integer> replicas) {
                planned = planned.or(() -> Optional.of(since()));
                return NONE;
            }

            @Override
            public Made planned(String application, Map<String, Integer> replicas) {
                return NONE;
            }
        };
    }

    private static PlanApprover approver() {
        return new PlanApprover() {
            @Override
            public Optional<Long> approveOrLater(String application, String planId, long decision, String by) {
                return Optional.empty();
            }

            @Override
            public Optional<Long> begunBy(String application, String planId) {
                return Optional.empty();
            }
        };
    }
}
