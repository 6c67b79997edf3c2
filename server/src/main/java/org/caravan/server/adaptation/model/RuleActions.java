package org.caravan.server.adaptation.model;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.caravan.adaptation.Adaptation;
import org.caravan.adaptation.Rule;
import org.caravan.application.ApplicationModel;
import org.caravan.application.Component;
import org.caravan.execution.journal.RunStore;
import org.caravan.plan.DeploymentPlan;
import org.caravan.rules.ActionKind;
import org.caravan.rules.Limit;
import org.caravan.rules.model.RuleRan;
import org.caravan.rules.model.ScaleLimits;
import org.caravan.server.Settings;
import org.caravan.server.adaptation.PlannedActions;
import org.caravan.server.adaptation.Retries;
import org.caravan.server.decision.Action.State;
import org.caravan.server.decision.ActionLog;
import org.caravan.server.decision.ActionStore;
import org.caravan.server.planning.PlanMaker;
import org.caravan.server.planning.Targets;
import org.caravan.server.start.LearnedStarts;
import org.springframework.beans.factory.annotation.Autowired;

/** Carries out rules of models that are due. */
@org.springframework.stereotype.Component
public class RuleActions {

    private final Targets targets;
    private final Predicate<String> underWay;
    private final ActionLog actions;
    private final PlanMaker plans;
    private final ReservationPlans reservations;
    private final PlannedActions course;
    private final DirectCourse direct;
    private final ScaleLimits scaling;
    private final Duration restartCoolDown;
    private final Clock clock;
    private final Retries retries;

    private final BiFunction<ApplicationModel, DeploymentPlan, Optional<Limit>> unapproved;
    private final Function<Component, Optional<Duration>> starts;
    private final Duration preparation;

    @Autowired
    RuleActions(Targets targets, RunStore runs, ActionLog actions, PlanMaker plans, ReservationPlans reservations,
            PlannedActions course, DirectCourse direct, RunningModels running, LearnedStarts starts, Settings settings, Clock clock) {
        this(targets, application -> runs.latestRun(application).filter(run -> run.state().underWay()).isPresent(), actions, plans,
                reservations, course, direct, running::limitOfPlans, settings.rules().limits(), settings.rules().restartCoolDown(),
                new Retries(), clock, starts::slowest,
                settings.rules().preparation().plus(settings.rules().every()));
    }

    /** For a model that is approved, without learned start times. @param underWay whether a deployment of an application is under way */
    public RuleActions(Targets targets, Predicate<String> underWay, ActionLog actions, PlanMaker plans,
            ReservationPlans reservations, PlannedActions course, DirectCourse direct, ScaleLimits scaling, Duration restartCoolDown,
            Retries retries, Clock clock) {
        this(targets, underWay, actions, plans, reservations, course, direct, (model, target) -> Optional.empty(), scaling,
                restartCoolDown, retries, clock, unknown -> Optional.empty(), Duration.ZERO);
    }

    private RuleActions(Targets targets, Predicate<String> underWay, ActionLog actions, PlanMaker plans,
            ReservationPlans reservations, PlannedActions course, DirectCourse direct,
            BiFunction<ApplicationModel, DeploymentPlan, Optional<Limit>> unapproved, ScaleLimits scaling,
            Duration restartCoolDown, Retries retries, Clock clock, Function<Component, Optional<Duration>> starts,
            Duration preparation) {
        this.starts = starts;
        this.preparation = preparation;
        this.restartCoolDown = restartCoolDown;
        this.unapproved = unapproved;
        this.targets = targets;
        this.underWay = underWay;
        this.actions = actions;
        this.plans = plans;
        this.reservations = reservations;
        this.course = course;
        this.direct = direct;
        this.scaling = scaling;
        this.retries = retries;
        this.clock = clock;
    }

    /**
     * Carries out rules that an evaluation found due, unless they ran since.
     *
     * @param now time of the executions
     */
    public void handle(RunningRules rules, List<DueRule> due, Supplier<Instant> now) {
        for (DueRule one : due) {
            // Another evaluation can find it due before the first one has run it.
            if (!rules.ranSince(one.rule().id(), one.at()) && !pauses(rules, one) && handle(rules.model(), one)) {
                rules.ran(one.rule().id(), now.get());
            }
        }
    }

    /** Whether an execution of the rule became known: then the next evaluation finds whether it is due. */
    private boolean pauses(RunningRules rules, DueRule due) {
        Rule rule = due.rule();
        return rule.when().isPresent() && actions.lastRan(rules.model().name(), RuleCase.keyOf(rules.model().name(), rule.id()))
                .filter(at -> rules.learn(rule.id(), at)).isPresent();
    }

    /** @return whether the actions ran, so that the pause of the rule begins */
    private boolean handle(ApplicationModel model, DueRule due) {
        Optional<DeploymentPlan> target = targets.target(model.name()).filter(plan -> !plan.instances().isEmpty());
        if (target.isEmpty() || underWay.test(model.name())) {
            return false;
        }
        boolean directly = due.rule().actions().stream().allMatch(DirectVerdicts::isDirect);
        boolean ran = directly || ranAlready(model, due)
                || planned(RuleCase.of(model, due, target.get(), unapproved.apply(model, target.get())));
        if (!ran) {
            return false;
        }
        boolean begun = direct.begin(model, due, target.get());
        return begun || !directly;
    }

    /**
     * Whether a plan of a rule that only time triggers was carried out since the rule became due: approved by a former leader, and begun
     * after this server had looked up when rules ran.
     */
    private boolean ranAlready(ApplicationModel model, DueRule due) {
        return due.rule().when().isEmpty() && actions.lastRan(model.name(), RuleCase.keyOf(model.name(), due.rule().id()))
                .filter(at -> !at.isBefore(due.since())).isPresent();
    }

    private boolean planned(RuleCase now) {
        return course.handle(now, () -> scaleLimit(now), () -> switch (now.kind()) {
            case REPLAN -> plans.planned(now.application(), now.replicas());
            case RESTART -> plans.renewed(now.application(), now.renewed().iterator().next());
            case DRAIN -> plans.leaving(now.application(), now.left().orElseThrow());
            case RESERVE -> reservations.reserved(now.ofModel(), now.target(), now.bandwidth().changed(), now.approver());
            default -> plans.scaled(now.application(), now.replicas());
        }, retries);
    }

    private Optional<Limit> scaleLimit(RuleCase now) {
        if (now.kind() == ActionKind.RESTART) {
            return restartLimit(actions.latest(now.application(), ActionKind.RESTART, restartCoolDown));
        }
        return scaling.of(now.kind(), actions.latest(now.application(), ActionKind.SCALE_OUT, scaling.longest()),
                actions.latest(now.application(), ActionKind.SCALE_IN, scaling.longest()), clock.instant())
                .or(() -> now.kind() == ActionKind.SCALE_OUT ? now.justInTime(starts, preparation, clock.instant()) : Optional.empty());
    }

    private Optional<Limit> restartLimit(Optional<Instant> latest) {
        return latest.map(at -> at.plus(restartCoolDown)).filter(clock.instant()::isBefore).map(end -> new Limit("restart-cool-down",
                "A copy was restarted less than " + restartCoolDown.toSeconds() + " s ago.", Optional.of(end)));
    }

    /**
     * Proposals of rules that are not due any more lapse, and their pauses after failures end. A proposal of a rule with a schedule waits
     * until its deadline, however long ago its time was.
     *
     * @param due rules of the model that are due now
     */
    public void lapse(ApplicationModel model, Set<String> due) {
        String application = model.name();
        Set<String> scheduled = model.supplement().adaptation().rules().stream().filter(rule -> rule.schedule().isPresent()).map(Rule::id)
                .collect(Collectors.toSet());
        retries.forget(key -> key.startsWith(RuleCase.keyOf(application)) && RuleCase.ruleOf(key).filter(due::contains).isEmpty());
        List<ActionStore.Kept> open = new ArrayList<>(actions.open());
        open.removeIf(kept -> kept.action().state() != State.PROPOSED && kept.action().state() != State.EXPIRED
                || !kept.application().equals(application) || kept.action().approvedBy().isPresent());
        for (ActionStore.Kept kept : open) {
            RuleCase.ruleOf(kept.action().key()).filter(rule -> !due.contains(rule))
                    .filter(rule -> kept.action().state() == State.EXPIRED || !scheduled.contains(rule))
                    .ifPresent(rule -> actions.changeIfUnchanged(kept, kept.action().in(State.LAPSED),
                            "The condition of rule " + rule + " does not hold any more."));
        }
    }

    /** Ends direct actions of applications that run no rules any more. @param running names of applications whose rules are evaluated */
    void lapseOthers(Set<String> running) {
        direct.lapseOthers(running);
    }

    /** Goes on with messages that a former leader began. */
    void resume(ApplicationModel model) {
        direct.resume(model);
    }

    /** Forgets an application that is not deployed any more. */
    void forget(String application) {
        retries.forget(key -> key.startsWith(RuleCase.keyOf(application)));
    }

    /**
     * When the actions of the rules of a model last ran, for pauses and periods that began before this server led, and for rules that act
     * once while their condition holds.
     */
    public List<RuleRan> ran(ApplicationModel model) {
        return model.supplement().adaptation().rules().stream().flatMap(rule -> ran(model.name(), rule.id()).stream()).toList();
    }

    /** @param changed ids of rules that begin again with this model */
    List<RuleRan> ran(ApplicationModel model, Set<String> changed) {
        return ran(model).stream().map(ran -> changed.contains(ran.ruleId()) ? new RuleRan(ran.ruleId(), ran.at()) : ran).toList();
    }

    private Optional<RuleRan> ran(String application, String ruleId) {
        String key = RuleCase.keyOf(application, ruleId);
        return actions.lastRan(application, key).map(at -> new RuleRan(ruleId, at,
                actions.latestEnd(application, key).filter(end -> !end.isBefore(at)).isEmpty()));
    }

    /**
     * Stores that the conditions of these rules have ended since they ran, so that another leader lets them act when they hold again.
     *
     * @param at time of the evaluation, by the clock of the store
     */
    public void ended(RunningRules rules, Set<String> ready, Instant at) {
        ready.stream().filter(rule -> !rules.ranSince(rule, at)).forEach(rule -> {
            actions.ended(rules.model().name(), RuleCase.keyOf(rules.model().name(), rule), at);
            rules.stored(rule);
        });
    }

    /** Ids of the rules that begin again with a new model, because they or what they read differ from the former one. */
    static Set<String> changed(ApplicationModel former, ApplicationModel now) {
        Adaptation before = former.supplement().adaptation();
        Adaptation after = now.supplement().adaptation();
        boolean same = before.metrics().equals(after.metrics()) && before.constraints().equals(after.constraints())
                && before.variables().equals(after.variables());
        return after.rules().stream().filter(rule -> !same || !before.rules().contains(rule)).map(Rule::id).collect(Collectors.toSet());
    }

    /** Stores that what these rules did before does not count for them any more. */
    void beginAgain(String application, Set<String> changed) {
        changed.forEach(rule -> actions.ended(application, RuleCase.keyOf(application, rule), clock.instant()));
    }
}
