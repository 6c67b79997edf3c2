package org.caravan.server.adaptation;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Proxy;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.caravan.adapter.CopySpec;
import org.caravan.adapter.InstanceId;
import org.caravan.application.ApplicationModel;
import org.caravan.plan.DeploymentPlan;
import org.caravan.plan.InstancePlacement;
import org.caravan.rules.ActionKind;
import org.caravan.rules.Autonomy;
import org.caravan.rules.Disruption;
import org.caravan.rules.Effort;
import org.caravan.rules.Limit;
import org.caravan.rules.Limits;
import org.caravan.server.AdaptationSettings;
import org.caravan.server.CostSettings;
import org.caravan.server.PathSettings;
import org.caravan.server.UsersSettings;
import org.caravan.server.decision.Action;
import org.caravan.server.decision.ActionLog;
import org.caravan.server.decision.ActionStore.Kept;
import org.caravan.server.decision.BuiltInRule;
import org.caravan.server.decision.DecisionRecord;
import org.caravan.server.decision.OwnerChoices;
import org.caravan.server.planning.AutomaticPlans.Made;
import org.caravan.server.rest.ProblemException;
import org.caravan.unit.Bytes;
import org.caravan.unit.MilliCores;
import org.junit.jupiter.api.Test;
import org.springframework.dao.DataAccessResourceFailureException;

/** Web is replaced by a rule, while other applications take the places that its plans name. */
class PlannedActionsTest {

    private static final Instant NOON = Instant.parse("2026-11-26T12:00:00Z");
    private static final AdaptationSettings SETTINGS = new AdaptationSettings(Duration.ofSeconds(5), Duration.ofMillis(1500),
            Duration.ofSeconds(7), Duration.ofSeconds(5), 0.5, Duration.ofMinutes(10), Duration.ofSeconds(30), 10, 200, 1, 2,
            Duration.ofHours(1), 0, "", 0,
            new CostSettings(Duration.ZERO, 0.05, 1, 1, 0.9),
            new PathSettings(1.5, Duration.ofMillis(10), 2, Duration.ofMinutes(10), Duration.ofHours(1), Duration.ofMinutes(30)),
            new UsersSettings(Duration.ZERO, Duration.ofMinutes(1), 0.3, Duration.ofSeconds(15), 0.1, Duration.ofMinutes(2)));

    private final List<String> outcomes = new ArrayList<>();
    private final List<Action> changed = new ArrayList<>();
    private final List<String> approved = new ArrayList<>();
    private final Retries retries = new Retries();
    /** The decision of a server that ended after its approval; null for none. */
    private Kept earlier;
    /** Number of approvals after which the plan of the earlier decision has begun deployment 5. */
    private int begunAfter;
    /** Whether figures cannot be written. */
    private boolean unmeasured;

    @Test
    void aPlanThatOthersOvertakeIsMadeAgainAtOnce() {
        assertThat(handled("resource-taken", 2)).isTrue();
        assertThat(approved).containsExactly("plan-1", "plan-2", "plan-3");
        assertThat(outcomes).filteredOn(outcome -> outcome.startsWith("It plans again: Plan 1 needs cpu")).hasSize(2);
        assertThat(outcomes.get(outcomes.size() - 1)).startsWith("Deployment 7 carries it out");
    }

    @Test
    void itIsMadeThreeTimesAtMost() {
        assertThat(handled("resource-taken", 9)).isFalse();
        assertThat(approved).hasSize(3);
        assertThat(outcomes.get(outcomes.size() - 1)).startsWith("It failed: Plan 1 needs cpu");
        assertThat(retries.waits("web")).isTrue();
    }

    @Test
    void anotherRefusalWaitsForTheNextAttempt() {
        assertThat(handled("host-drained", 1)).isFalse();
        assertThat(approved).hasSize(1);
    }

    @Test
    void aFigureThatCannotBeWrittenDoesNotKeepAnApprovedPlanFromItsDeployment() {
        unmeasured = true;
        assertThat(handled("resource-taken", 1)).isTrue();
        assertThat(approved).containsExactly("plan-1", "plan-2");
        assertThat(outcomes.get(outcomes.size() - 1)).startsWith("Deployment 7 carries it out");
        assertThat(retries.waits("web")).isFalse();
    }

    /** The server that approved has ended; the broker delivers its message while this server tries the decision again. */
    @Test
    void aDeploymentThatBeginsByAnEarlierApprovalCarriesTheDecisionOut() {
        earlier = new Kept(1, NOON.minusSeconds(20), "host-lost", "shop", Action.of("web DECIDED", ActionKind.values()[0],
                Autonomy.AUTOMATIC, Action.State.DECIDED).planned("plan-0", "", Effort.NONE, Set.of()).approved("rule host-lost"));
        begunAfter = 1;
        assertThat(handled("deployment-running", 1)).isTrue();
        assertThat(outcomes.get(outcomes.size() - 1)).isEqualTo("Deployment 5 carries out its plan.");
        assertThat(changed.get(changed.size() - 1).deploymentId()).contains(5L);
        assertThat(changed.get(changed.size() - 1).planId()).contains("plan-0");
        assertThat(retries.waits("web")).isFalse();
    }

    /** Limits count the action from then on. */
    @Test
    void aDeploymentThatBeganLateIsRecordedBeforeLimitsAreApplied() {
        aDeploymentThatBeginsByAnEarlierApprovalCarriesTheDecisionOut();
        outcomes.clear();
        changed.clear();
        begunAfter = 0;
        handled("deployment-running", 1);
        assertThat(outcomes.get(0)).isEqualTo("Deployment 5 carries out its plan.");
        assertThat(changed.get(0).deploymentId()).contains(5L);
    }

    /** @param refusals number of approvals that are refused before one succeeds */
    private boolean handled(String code, int refusals) {
        OwnerChoices choices = new OwnerChoices() {
            @Override
            public Optional<Autonomy> chosen(String application, ActionKind kind) {
                return Optional.of(Autonomy.AUTOMATIC);
            }

            @Override
            public Optional<Limits.Freeze> freeze(String application) {
                return Optional.empty();
            }
        };
        PlanApprover approver = new PlanApprover() {
            @Override
            public Optional<Long> approveOrLater(String application, String planId, long decision, String by) {
                approved.add(planId);
                if (approved.size() <= refusals) {
                    throw ProblemException.conflict(code, "Plan 1 needs cpu.", "plan again.");
                }
                return Optional.of(7L);
            }

            @Override
            public Optional<Long> begunBy(String application, String planId) {
                return approved.size() >= begunAfter && planId.equals("plan-0") ? Optional.of(5L) : Optional.empty();
            }
        };
        List<Made> made = new ArrayList<>();
        return new PlannedActions(choices, log(), approver, SETTINGS, Clock.fixed(NOON, ZoneOffset.UTC)).handle(new Replacement(),
                Optional::empty, () -> {
                    made.add(new Made(Optional.of(plan("pi-" + (made.size() + 2))), "plan-" + (made.size() + 1), "+ web:1", List.of(), 0,
                            0));
                    return made.get(made.size() - 1);
                }, retries);
    }

    /** Keeps outcomes and changes. */
    private ActionLog log() {
        return (ActionLog) Proxy.newProxyInstance(ActionLog.class.getClassLoader(), new Class<?>[] {ActionLog.class},
                (proxy, method, arguments) -> switch (method.getName()) {
                    case "keep" -> earlier != null ? earlier : new Kept(1, NOON, "host-lost", "shop", (Action) arguments[1]);
                    case "open" -> earlier != null ? List.of(earlier) : List.of();
                    case "change", "refused" -> {
                        changed.add((Action) arguments[1]);
                        outcomes.add((String) arguments[2]);
                        yield new Kept(1, NOON, "host-lost", "shop", (Action) arguments[1]);
                    }
                    case "past" -> List.of();
                    case "measured" -> {
                        if (unmeasured) {
                            throw new DataAccessResourceFailureException("the database does not answer");
                        }
                        yield null;
                    }
                    default -> Optional.empty();
                });
    }

    private static DeploymentPlan plan(String hostId) {
        CopySpec spec = new CopySpec("web", new MilliCores(100), Bytes.ofMebi(10), Map.of(), List.of(), List.of());
        return new DeploymentPlan("shop", "1", Optional.empty(), 1,
                List.of(new InstancePlacement(new InstanceId("web", 1), "lab", hostId, 1, 100, spec)), List.of(), List.of());
    }

    private record Replacement() implements ActionReason {

        @Override
        public String key() {
            return "web";
        }

        @Override
        public ActionKind kind() {
            return ActionKind.values()[0];
        }

        @Override
        public DeploymentPlan target() {
            return plan("pi-1");
        }

        @Override
        public Optional<ApplicationModel> model() {
            return Optional.empty();
        }

        @Override
        public Set<String> lostHosts() {
            return Set.of("pi-1");
        }

        @Override
        public String text() {
            return "replace web:1";
        }

        @Override
        public String approver() {
            return "rule host-lost";
        }

        @Override
        public DecisionRecord decided(String outcome) {
            return DecisionRecord.of(BuiltInRule.values()[0], "pi-1 is lost.", outcome);
        }

        @Override
        public Optional<Limit> never() {
            return Optional.empty();
        }

        @Override
        public Disruption disruption(DeploymentPlan plan) {
            return Disruption.NONE;
        }
    }
}
